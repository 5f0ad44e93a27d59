package io.snowflakeid;

/**
 * A wait of one thread that ends by the monotonic clock, whatever the wall clock does meanwhile. An interrupt does not end it:
 * the flag is set again when it is closed.
 */
final class Deadline implements AutoCloseable {

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
