package io.snowflakeid.verification.chaos;

import io.snowflakeid.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/** Measures how long a process has run, except for its pauses, and counts jumps of the wall clock. Only one thread may poll a ClockWatch. */
final class ClockWatch {

    private static final long JUMP_NANOS = 500_000_000;
    private static final long LONGEST_POLL_NANOS = 50_000_000;

    private final TimeSource time;
    private final long longestGapNanos;
    private long lastNanos;
    private long difference;
    private final AtomicLong runningNanos = new AtomicLong();
    private final AtomicLong jumps = new AtomicLong();

    /** @param longestGapMillis the longest time between two polls of a running process */
    ClockWatch(TimeSource time, long longestGapMillis) {
        this.time = time;
        longestGapNanos = longestGapMillis * 1_000_000;
        lastNanos = time.nanos();
        difference = time.wallNanos() - lastNanos;
    }

    void poll() {
        long now = time.nanos();
        long apart = time.wallNanos() - now;
        long gap = now - lastNanos;
        runningNanos.addAndGet(gap > longestGapNanos ? 0 : gap);
        lastNanos = now;
        boolean interrupted = time.nanos() - now > LONGEST_POLL_NANOS;
        if (!interrupted && Math.abs(apart - difference) >= JUMP_NANOS) {
            difference = apart;
            jumps.incrementAndGet();
        }
    }

    long runningNanos() {
        return runningNanos.get();
    }

    long jumps() {
        return jumps.get();
    }
}
