package io.snowflakeid.generator;

import io.snowflakeid.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Limits the time that one thread waits. An interrupt does not end a wait, but {@link #close} sets the interrupt flag of the interrupted thread. */
final class Deadline implements AutoCloseable {

    private static final long CHECK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TimeSource time;
    private final long atMostNanos;
    private final long start;
    private long parkedNanos;
    private boolean interrupted;

    Deadline(TimeSource time, long atMostNanos) {
        this.time = time;
        this.atMostNanos = atMostNanos;
        start = time.nanos();
    }

    /**
     * Waits until the condition is true or the given time has passed, and returns the elapsed nanoseconds. The check interval grows with the
     * elapsed time, so that waiting threads need little CPU time.
     */
    static long await(long atMostNanos, BooleanSupplier condition) {
        try (Deadline deadline = new Deadline(TimeSource.system(), atMostNanos)) {
            while (!condition.getAsBoolean() && !deadline.isOver()) {
                deadline.park(Math.max(CHECK_AGAIN_NANOS, deadline.waitedNanos() / 8));
            }
            return deadline.waitedNanos();
        }
    }

    boolean isOver() {
        return waitedNanos() >= atMostNanos;
    }

    long waitedNanos() {
        return Math.max(parkedNanos, time.nanos() - start);
    }

    /** Parks the calling thread for about the given number of nanoseconds, but not beyond the time limit. */
    void park(long nanos) {
        long slice = Math.max(1, Math.min(nanos, atMostNanos - waitedNanos()));
        long before = time.nanos();
        time.park(slice);
        // the interrupt flag is cleared, because parkNanos returns at once while the flag is set
        interrupted |= Thread.interrupted();
        long passed = time.nanos() - before;
        // if the monotonic clock does not advance, the requested time counts as elapsed, so that the wait ends
        parkedNanos += passed > 0 ? passed : slice;
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
