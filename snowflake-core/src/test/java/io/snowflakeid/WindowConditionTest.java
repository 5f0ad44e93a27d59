package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WindowConditionTest {

    private final ManualTime time = new ManualTime(Instant.EPOCH);
    private final WindowCondition callers = new WindowCondition(time);

    /** A wait has parts of 100 ms, which the JDK measures. */
    @Test
    void aWaitEndsThoughTheClockStandsStill() {
        AtomicInteger looks = new AtomicInteger();
        long waited = callers.whileTrue(
                () -> looks.incrementAndGet() < 50, Duration.ofMillis(150).toNanos());
        assertThat(looks).hasValueLessThan(50);
        assertThat(Duration.ofNanos(waited)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorIsLost() {
        AtomicInteger looks = new AtomicInteger();
        Thread.currentThread().interrupt();
        callers.whileTrue(
                () -> looks.incrementAndGet() < 3, Duration.ofSeconds(10).toNanos());
        assertThat(looks).hasValue(3);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void patienceEndsThoughBothClocksStandStill() {
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
}
