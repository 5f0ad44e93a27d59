package io.snowflakeid.generator;

import io.snowflakeid.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A limited wait of one thread, by the monotonic clock. An interrupt does not end the wait: closing it sets the flag again. */
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
     * Waits by the machine's clock until the condition holds, at most for {@code atMostNanos}. Checks the condition after a millisecond, then after
     * an eighth of the wait so far, so that many threads wait cheaply.
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

    long waitedNanos() {
        return Math.max(parkedNanos, time.nanos() - start);
    }

    /** Parks for about {@code nanos} nanoseconds, at most for the rest of the wait. */
    void park(long nanos) {
        long slice = Math.max(1, Math.min(nanos, atMostNanos - waitedNanos()));
        long before = time.nanos();
        time.park(slice);
        interrupted |= Thread.interrupted(); // otherwise the next park would return at once, and the caller would spin
        long passed = time.nanos() - before;
        // if the monotonic clock stands still, the park counts in full, so that the wait ends
        parkedNanos += passed > 0 ? passed : slice;
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
