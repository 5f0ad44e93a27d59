package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    @Test
    void patienceEndsThoughBothClocksStandStill() {
        ManualTime time = new ManualTime(Instant.EPOCH);
        time.wallStandsStill = true;
        time.monotonicStandsStill = true;
        long milli = Duration.ofMillis(1).toNanos();
        try (Deadline deadline = new Deadline(time, 5 * milli)) {
            for (int park = 0; park < 5; park++) {
                assertThat(deadline.isOver()).isFalse();
                deadline.park(milli);
            }
            assertThat(deadline.isOver()).isTrue();
            assertThat(deadline.waitedNanos()).isEqualTo(5 * milli);
        }
    }

    @Test
    void anInterruptNeitherEndsAWaitNorIsLost() {
        Duration patience = Duration.ofMillis(20);
        Thread.currentThread().interrupt();
        try (Deadline deadline = new Deadline(TimeSource.system(), patience.toNanos())) {
            while (!deadline.isOver()) {
                deadline.park(patience.toNanos());
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
            assertThat(deadline.waitedNanos()).isGreaterThanOrEqualTo(patience.toNanos());
        }
        assertThat(Thread.interrupted()).isTrue();
    }
}
