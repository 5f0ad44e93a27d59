package io.snowflakeid.verification.chaos;

import io.snowflakeid.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Looks at the clocks of a process again and again: for how long it has run, pauses left out, and how often its wall clock was set,
 * which shows beside the monotonic clock. For one thread that looks, and any that ask.
 */
final class ClockWatch {

    private static final long JUMP_NANOS = 500_000_000;
    private static final long LONGEST_LOOK_NANOS = 50_000_000;

    private final TimeSource time;
    private final long longestGapNanos;
    private long lastNanos;
    private long difference;
    private final AtomicLong runningNanos = new AtomicLong();
    private final AtomicLong jumps = new AtomicLong();

    /** @param longestGapMillis a longer time without a look is one in which the process was stopped */
    ClockWatch(TimeSource time, long longestGapMillis) {
        this.time = time;
        longestGapNanos = longestGapMillis * 1_000_000;
        lastNanos = time.nanos();
        difference = time.wallNanos() - lastNanos;
    }

    void look() {
        long now = time.nanos();
        long apart = time.wallNanos() - now;
        long gap = now - lastNanos;
        runningNanos.addAndGet(gap > longestGapNanos ? 0 : gap);
        lastNanos = now;
        boolean interrupted = time.nanos() - now > LONGEST_LOOK_NANOS;
        if (!interrupted && Math.abs(apart - difference) >= JUMP_NANOS) {
            difference = apart;
            jumps.incrementAndGet();
        }
    }

    /** For how long the process has run, as of the last look. */
    long runningNanos() {
        return runningNanos.get();
    }

    long jumps() {
        return jumps.get();
    }
}
