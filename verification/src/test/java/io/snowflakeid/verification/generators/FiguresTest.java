package io.snowflakeid.verification.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.verification.performance.Measured;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

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
        assertThat(ratio.verdict(1)).isEqualTo(verdict);
    }

    @Test
    void ratiosAreThoseOfEachRound() {
        Measured ratio = new Measured(List.of(1.0, 4.0)).ratioTo(new Measured(List.of(2.0, 4.0)));
        assertThat(ratio.rounds()).containsExactly(0.5, 1.0);
        assertThat(ratio.median()).isEqualTo(0.75);
    }
}
