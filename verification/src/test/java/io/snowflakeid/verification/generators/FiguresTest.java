package io.snowflakeid.verification.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    private static final Target AT_MOST_ONE = new Target(Table.FRESH, Generator.SNOWFLAKEID, Generator.AGRONA, 1);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "0.80, 0.81, 0.82, met",
        "0.95, 0.99, 1.03, missed", // the upper end of the interval misses the target
        "1.10, 1.11, 1.12, missed",
        "0.60, 0.90, 1.20, not measured", // too wide for a verdict
        "0.80, , , not measured",
    })
    void aTargetIsMetByTheWorseEndOfTheInterval(double first, Double second, Double third, String verdict) {
        List<Double> rounds = second == null ? List.of(first) : List.of(first, second, third);
        assertThat(AT_MOST_ONE.verdict(new Measured(rounds))).isEqualTo(verdict);
    }

    @Test
    void ratiosAreThoseOfEachRound() {
        Measured ratio = new Measured(List.of(1.0, 4.0)).ratioTo(new Measured(List.of(2.0, 4.0)));
        assertThat(ratio.rounds()).containsExactly(0.5, 1.0);
        assertThat(ratio.mean()).isEqualTo(0.75);
        assertThat(new Measured(List.of(1.0, 2.0, 3.0)).error())
                .isCloseTo(2.484, within(0.001)); // t(0.975, 2) / sqrt(3)
    }

    @Test
    void theFileKeepsOtherVersionsAndThePageShowsThemAll() throws Exception {
        Path file = folder.resolve("figures.json");
        Map<Table, Map<Generator, Measured>> results = Map.of(
                Table.FRESH,
                Map.of(
                        Generator.SNOWFLAKEID, new Measured(List.of(12.0, 13.0, 14.0)),
                        Generator.AGRONA, new Measured(List.of(40.0, 41.0, 42.0))));
        List<UnderLoad.Row> underLoad = List.of(new UnderLoad.Row("age", 3, "ms", false, 2));
        Figures figures = Figures.of(3, results, underLoad);
        figures.write(file);
        Files.writeString(
                file, Files.readString(file).replace("Java " + Runtime.version().feature(), "Java 8"));
        Path page = folder.resolve("page.md");
        Figures.writePage(figures.write(file), page);
        assertThat(Files.readString(page))
                .contains("## Java 8\n", "## Java " + Runtime.version().feature() + "\n")
                .contains("| **snowflakeid** | 13.0 | 2.5 |", "| Agrona | 41.0 | 2.5 |")
                .contains("| age | 3.00 ms (at most 2.00) | missed |");
    }
}
