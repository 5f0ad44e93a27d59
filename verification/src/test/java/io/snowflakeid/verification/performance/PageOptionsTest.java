package io.snowflakeid.verification.performance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PageOptionsTest {

    private static final Path FIGURES = Path.of("../docs/performance.json");
    private static final Path PAGE = Path.of("../docs/performance.md");

    @TempDir
    private Path folder;

    @Test
    void thePageShowsTheFiguresOfItsFile() throws Exception {
        Path page = folder.resolve("page.md");
        JsonNode figures = new ObjectMapper().readTree(FIGURES.toFile());
        write(figures.at("/generators/Java 17"), "--page", page.toString());
        assertThat(page).hasSameTextualContentAs(PAGE);
    }

    @Test
    void otherFiguresOfTheFileAreKept() throws Exception {
        JsonNode before = new ObjectMapper().readTree(FIGURES.toFile());
        JsonNode after = write(Map.of("rounds", 1));
        assertThat(after.at("/generators/Java 17").toString()).isEqualTo("{\"rounds\":1}");
        assertThat(after.at("/generators/Java 25")).isEqualTo(before.at("/generators/Java 25"));
    }

    /** Replaces the figures of Java 17 in a copy of the file, and returns the changed file. */
    private JsonNode write(Object figures, String... more) throws Exception {
        Path json = Files.copy(FIGURES, folder.resolve("figures.json"));
        PageOptions options = new PageOptions();
        new CommandLine(options)
                .parseArgs(Stream.concat(Stream.of("--json", json.toString()), Stream.of(more))
                        .toArray(String[]::new));
        options.write("generators", "Java 17", figures);
        return new ObjectMapper().readTree(json.toFile());
    }
}
