package io.snowflakeid.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.TimeSource;
import org.junit.jupiter.api.Test;

class WallClockWatchTest {

    private static final long MILLI = 1_000_000;

    private long nanos = 5_000;
    private long wallNanos = 1_000_000_000 * MILLI;
    private long nanosPerLook;

    private final WallClockWatch watch = new WallClockWatch(new TimeSource() {

        @Override
        public long nanos() {
            nanos += nanosPerLook;
            return nanos;
        }

        @Override
        public long wallNanos() {
            return wallNanos;
        }
    });

    @Test
    void seesAStepOnceAndSaysHowFar() {
        pass(200);
        assertThat(watch.look()).isEmpty();
        pass(200);
        wallNanos -= 3_000 * MILLI;
        assertThat(watch.look()).hasValue(-3_000);
        pass(200);
        assertThat(watch.look()).isEmpty();
    }

    @Test
    void takesDriftForNoStep() {
        wallNanos += 400 * MILLI;
        assertThat(watch.look()).isEmpty();
    }

    @Test
    void doesNotBelieveALookThatWasInterrupted() {
        nanosPerLook = 3_000 * MILLI;
        assertThat(watch.look()).isEmpty();
    }

    private void pass(long millis) {
        nanos += millis * MILLI;
        wallNanos += millis * MILLI;
    }
}
