package io.snowflakeid.verification.performance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PageOptionsTest {

    private static final Path FIGURES = Path.of("../docs/performance.json");
    private static final Path PAGE = Path.of("../docs/performance.md");

    @TempDir
    private Path folder;

    private Path json;
    private Path page;
    private final PageOptions options = new PageOptions();

    @BeforeEach
    void copyTheFigures() throws Exception {
        json = Files.copy(FIGURES, folder.resolve("figures.json"));
        page = folder.resolve("page.md");
        CommandLine.populateCommand(options, "--json", json.toString(), "--page", page.toString());
    }

    @Test
    void thePageShowsTheFiguresOfItsFile() throws Exception {
        JsonNode figures = new ObjectMapper().readTree(FIGURES.toFile());
        options.write("generators", "Java 17", figures.at("/generators/Java 17"));
        assertThat(page).hasSameTextualContentAs(PAGE);
    }

    @Test
    void otherFiguresOfTheFileAreKept() throws Exception {
        options.write("generators", "Java 17", Map.of("rounds", 1));
        JsonNode before = new ObjectMapper().readTree(FIGURES.toFile());
        JsonNode after = new ObjectMapper().readTree(json.toFile());
        assertThat(after.at("/generators/Java 17").toString()).isEqualTo("{\"rounds\":1}");
        assertThat(after.at("/generators/Java 25")).isEqualTo(before.at("/generators/Java 25"));
    }
}
