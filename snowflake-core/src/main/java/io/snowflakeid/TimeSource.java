package io.snowflakeid;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the wall clock and the monotonic clock, and parks threads. Tests can use an implementation with a simulated time. Implementations must be
 * thread-safe.
 */
public interface TimeSource {

    /** Returns the wall-clock time in nanoseconds since 1970-01-01T00:00Z. The time may move forward or back at any moment. */
    long wallNanos();

    /** Returns the time of a monotonic clock in nanoseconds since an arbitrary origin, like {@link System#nanoTime()}. */
    long nanos();

    /** Parks the current thread for about the given number of nanoseconds. An interrupt or a spurious wakeup can end the wait earlier. */
    default void park(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }

    /** Returns the time source that reads the clocks of this machine. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }
}

enum SystemTime implements TimeSource {
    INSTANCE;

    @Override
    public long wallNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
