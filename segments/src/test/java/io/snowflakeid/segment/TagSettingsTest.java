package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagSettingsTest {

    /** The target is 100 ns, and the step is 100. */
    @ParameterizedTest
    @CsvSource({"1, 700", "25, 400", "99, 200", "100, 100", "399, 100", "400, 50", "100000, 20"})
    void theStepGrowsBelowTheTargetAndShrinksFromFourTimesTheTarget(long lasted, long next) {
        TagSettings settings = new TagSettings(1, 0, 20, 700, 1_000_000, TagSettings.STOP);
        assertThat(settings.stepAfter(100, lasted, 100)).isEqualTo(next);
    }
}
