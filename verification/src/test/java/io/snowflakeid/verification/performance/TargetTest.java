package io.snowflakeid.verification.performance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {

    @ParameterizedTest
    @CsvSource({
        "NOT_SLOWER, 1,  0.97, 1.03, met",
        "NOT_SLOWER, 1,  0.50, 0.90, met", // wide, but below the bound
        "NOT_SLOWER, 1,  1.01, 1.05, missed",
        "NOT_SLOWER, 1,  0.90, 1.20, not measured",
        "RATIO, 1.03,    1.00, 1.02, met",
        "RATIO, 1.03,    1.00, 1.04, missed", // the upper end of the interval misses the target
        "NANOS, 20,      -5.0, 19.0, met",
        "NANOS, 20,      -5.0, 25.0, not measured", // too wide for a verdict
        "NANOS, 20,      21.0, 25.0, missed",
    })
    void theVerdictComesFromTheInterval(Target.Kind kind, double most, double low, double high, String verdict) {
        Measured measured = new Measured(
                DoubleStream.of(low, low, low, high, high, high).boxed().toList());
        assertThat(Target.of("", measured, kind, most).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"5, 0.80, not measured", "6, 0.95, missed", "9, 0.85, met"
    }) // the largest of nine is outside of the interval
    void anIntervalNeedsSixRounds(int rounds, double first, String verdict) {
        Measured ratio = new Measured(IntStream.range(0, rounds)
                .mapToObj(round -> first + round * 0.02)
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
