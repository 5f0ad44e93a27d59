package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PatienceTest {

    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final ManualTime time = new ManualTime(Instant.EPOCH);

    @Test
    void aWaitEndsThoughBothClocksStandStill() {
        time.wallStandsStill = true;
        time.monotonicStandsStill = true;
        try (Patience patience = new Patience(time, 5 * MILLI)) {
            for (int park = 0; park < 5; park++) {
                assertThat(patience.isOver()).isFalse();
                patience.park(MILLI);
            }
            assertThat(patience.isOver()).isTrue();
            assertThat(patience.waitedNanos()).isEqualTo(5 * MILLI);
        }
    }
}
