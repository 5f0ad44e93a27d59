package io.snowflakeid.demo.chaos;

import io.snowflakeid.TimeSource;
import java.util.OptionalLong;

/** Sees that the wall clock was set, by comparing it with the monotonic clock. For one thread. */
final class WallClockWatch {

    private static final long JUMP_NANOS = 500_000_000;
    private static final long LONGEST_LOOK_NANOS = 50_000_000;

    private final TimeSource time;
    private long difference;

    WallClockWatch(TimeSource time) {
        this.time = time;
        difference = time.wallNanos() - time.nanos();
    }

    /** By how many milliseconds the wall clock has jumped since the last look; empty if it has not. */
    OptionalLong look() {
        long before = time.nanos();
        long now = time.wallNanos() - before;
        if (time.nanos() - before > LONGEST_LOOK_NANOS) {
            return OptionalLong.empty(); // this process was stopped between the two
        }
        long jump = now - difference;
        if (Math.abs(jump) < JUMP_NANOS) {
            return OptionalLong.empty();
        }
        difference = now;
        return OptionalLong.of(jump / 1_000_000);
    }
}
