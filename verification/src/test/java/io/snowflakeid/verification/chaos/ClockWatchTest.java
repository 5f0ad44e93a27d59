package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.TimeSource;
import org.junit.jupiter.api.Test;

class ClockWatchTest {

    private static final long MILLI = 1_000_000;

    private long nanos = 5_000;
    private long wallNanos = 1_000_000_000 * MILLI;
    private long nanosPerLook;

    private final ClockWatch watch = new ClockWatch(
            new TimeSource() {

                @Override
                public long nanos() {
                    nanos += nanosPerLook;
                    return nanos;
                }

                @Override
                public long wallNanos() {
                    return wallNanos;
                }
            },
            2_000);

    @Test
    void seesAStepOnce() {
        pass(200);
        watch.poll();
        assertThat(watch.jumps()).isZero();
        pass(200);
        wallNanos -= 3_000 * MILLI;
        watch.poll();
        assertThat(watch.jumps()).isEqualTo(1);
        pass(200);
        watch.poll();
        assertThat(watch.jumps()).isEqualTo(1);
    }

    @Test
    void takesDriftForNoStep() {
        wallNanos += 400 * MILLI;
        watch.poll();
        assertThat(watch.jumps()).isZero();
    }

    @Test
    void doesNotBelieveALookThatWasInterrupted() {
        nanosPerLook = 1_500 * MILLI;
        watch.poll();
        assertThat(watch.jumps()).isZero();
    }

    @Test
    void theTimeInWhichTheProcessWasStoppedDoesNotCount() {
        pass(200);
        watch.poll();
        pass(2_400);
        watch.poll();
        pass(300);
        watch.poll();
        assertThat(watch.runningNanos()).isEqualTo(500 * MILLI);
    }

    private void pass(long millis) {
        nanos += millis * MILLI;
        wallNanos += millis * MILLI;
    }
}
