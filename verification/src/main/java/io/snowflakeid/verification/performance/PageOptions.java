package io.snowflakeid.verification.performance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the file with the figures of all benchmarks, and for the page that shows the figures. */
public final class PageOptions {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeMap<String, TreeMap<String, Object>>> FILE = new TypeReference<>() {};

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "The file for the figures; other figures in it are kept.")
    private @Nullable Path json;

    @Option(names = "--page", paramLabel = "FILE", description = "The file for a page with all figures of --json.")
    private @Nullable Path page;

    /** Throws a {@link CommandFailure} if {@code --page} is set without {@code --json}. */
    public void check() {
        if (page != null && json == null) {
            throw CommandFailure.ofUsage("--page shows the figures of --json: set that file too");
        }
    }

    /** Returns the Java version, as the variant of a benchmark's figures. */
    public static String javaVersion() {
        return "Java " + Runtime.version().feature();
    }

    /**
     * Replaces a benchmark's figures in the file, and writes the page again.
     *
     * @param variant the Java version or the database
     */
    public void write(String benchmark, String variant, Object figures) throws IOException {
        if (json == null) {
            return;
        }
        Map<String, TreeMap<String, Object>> all =
                Files.exists(json) ? JSON.readValue(json.toFile(), FILE) : new TreeMap<>();
        all.computeIfAbsent(benchmark, any -> new TreeMap<>()).put(variant, figures);
        Files.writeString(json, Page.json(all));
        if (page != null) {
            Files.writeString(page, Page.text(all, PageOptions.class, "performance.md.ftl"));
        }
    }
}
