package io.snowflakeid;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** A wall clock, a monotonic clock, and a way to wait. Tests use a time source whose time the test sets. Implementations must be thread-safe. */
public interface TimeSource {

    /** Returns the nanoseconds since 1970-01-01T00:00Z by the wall clock, which may be set back or forward at any moment. */
    long wallNanos();

    /** Returns the nanoseconds of a clock that never goes back, from an arbitrary origin, as {@link System#nanoTime()} does. */
    long nanos();

    /** Waits for about {@code nanos} nanoseconds. The method may return earlier, for example after an interrupt. */
    default void park(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }

    /** Returns the clocks of this machine. */
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
