package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTest {

    /** The target is 100 ns, and the step is 100. */
    @ParameterizedTest
    @CsvSource({"1, 700", "25, 400", "99, 200", "100, 100", "399, 100", "400, 50", "100000, 20"})
    void theStepGrowsBelowTheTargetAndShrinksFromFourTimesTheTarget(long lasted, long next) {
        assertThat(new Step(20, 700, 100).next(100, lasted)).isEqualTo(next);
    }
}
