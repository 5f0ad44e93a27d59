package io.snowflakeid;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A wait of one thread that ends by the monotonic clock, whatever the wall clock does meanwhile. An interrupt does not end it:
 * the flag is set again when it is closed.
 */
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
     * Waits by the machine's clock until the condition holds, at most so long. Checks it after a millisecond, then after an eighth of the
     * wait so far, so that many threads wait cheaply.
     *
     * @return how long it has waited, in nanoseconds
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

    /** The time since this began, with whatever else the thread has waited for. */
    long waitedNanos() {
        return Math.max(parkedNanos, time.nanos() - start);
    }

    /** Parks for about that many nanoseconds, but no longer than is left. */
    void park(long nanos) {
        long slice = Math.max(1, Math.min(nanos, atMostNanos - waitedNanos()));
        long before = time.nanos();
        time.park(slice);
        interrupted |= Thread.interrupted(); // else the next park would return at once, and the caller would spin
        long passed = time.nanos() - before;
        // a monotonic clock that stands still must not hold a caller for ever: then the park counts as served
        parkedNanos += passed > 0 ? passed : slice;
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
