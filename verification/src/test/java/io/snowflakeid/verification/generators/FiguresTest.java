package io.snowflakeid.verification.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
        "6, 0.80, 0.01, met",
        "6, 0.95, 0.02, missed", // the upper end of the interval misses the target
        "9, 0.85, 0.02, met", // the largest of nine is outside of the interval
        "6, 1.10, 0.10, missed",
        "6, 0.60, 0.12, not measured", // too wide for a verdict
        "5, 0.80, 0.01, not measured",
    })
    void aTargetIsMetByTheWorseEndOfTheInterval(int rounds, double first, double step, String verdict) {
        Measured ratio = new Measured(IntStream.range(0, rounds)
                .mapToObj(round -> first + round * step)
                .toList());
        assertThat(AT_MOST_ONE.verdict(ratio)).isEqualTo(verdict);
    }

    @Test
    void ratiosAreThoseOfEachRound() {
        Measured ratio = new Measured(List.of(1.0, 4.0)).ratioTo(new Measured(List.of(2.0, 4.0)));
        assertThat(ratio.rounds()).containsExactly(0.5, 1.0);
        assertThat(ratio.median()).isEqualTo(0.75);
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
                .contains("| **snowflakeid** | 13.0 | 12.0 to 14.0 |", "| Agrona | 41.0 | 40.0 to 42.0 |")
                .contains("| age | 3.00 ms (at most 2.00) | missed |");
    }
}
