package io.snowflakeid.generator;

import io.snowflakeid.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Limits the wait of one thread by the monotonic clock. An interrupt does not end the wait, and {@link #close} restores the interrupt flag. */
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
     * Waits by the machine's clock, at most {@code atMostNanos}, until the condition holds, and returns the length of the wait in nanoseconds. The
     * intervals between checks grow from a millisecond to an eighth of the elapsed wait, so that many waiting threads cost little.
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

    /** Parks for about {@code nanos} nanoseconds, but no longer than the rest of the wait. */
    void park(long nanos) {
        long slice = Math.max(1, Math.min(nanos, atMostNanos - waitedNanos()));
        long before = time.nanos();
        time.park(slice);
        // the interrupt flag is cleared, because a set flag makes every park return at once
        interrupted |= Thread.interrupted();
        long passed = time.nanos() - before;
        // if the monotonic clock does not advance, the whole park counts, so that the wait ends
        parkedNanos += passed > 0 ? passed : slice;
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
