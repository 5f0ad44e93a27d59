package io.snowflakeid.verification.performance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for the file with the figures of all benchmarks, and for the page that shows the figures. */
public final class PageOptions {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> FIGURES = new TypeReference<>() {};
    private static final TypeReference<TreeMap<String, TreeMap<String, Object>>> FILE = new TypeReference<>() {};

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "The file for the figures; other figures in it are kept.")
    private @Nullable Path json;

    @Option(names = "--page", paramLabel = "FILE", description = "The file for a page with all figures of --json.")
    private @Nullable Path page;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Rejects {@code --page} without {@code --json}. */
    public void check() {
        if (page != null && json == null) {
            throw CommandFailure.ofUsage("--page shows the figures of --json: set that file too");
        }
    }

    public Consumer<String> progress() {
        return spec.commandLine().getErr()::println;
    }

    public static String javaVersion() {
        return "Java " + Runtime.version().feature();
    }

    /** Prints the measured values of a benchmark, and writes them to the files of {@code --json} and {@code --page}. */
    public void report(String benchmark, String variant, Object figures) throws IOException {
        Map<String, Object> dated = dated(figures);
        Map<String, Object> shown = Map.of("figures", dated, "charts", false);
        spec.commandLine().getOut().println(Page.text(shown, PageOptions.class, benchmark + "-figures.md.ftl"));
        write(benchmark, variant, dated);
    }

    /** Returns the measured values together with the date and a description of the machine. */
    public static Map<String, Object> dated(Object figures) {
        Map<String, Object> dated = new LinkedHashMap<>();
        dated.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        dated.put("machine", Program.machine());
        dated.putAll(JSON.convertValue(figures, FIGURES));
        return dated;
    }

    void write(String benchmark, String variant, Object figures) throws IOException {
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
