package io.snowflakeid.verification.performance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
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
        "RATIO, 1.03,    1.00, 1.04, missed",
        "NANOS, 20,      -5.0, 19.0, met",
        "NANOS, 20,      -5.0, 25.0, not measured",
        "NANOS, 20,      21.0, 25.0, missed",
    })
    void theVerdictComesFromTheInterval(Target.Kind kind, double most, double low, double high, String verdict) {
        Measured measured = new Measured(
                DoubleStream.of(low, low, low, high, high, high).boxed().toList());
        assertThat(Target.of("", measured, kind, most).verdict()).isEqualTo(verdict);
    }
}
