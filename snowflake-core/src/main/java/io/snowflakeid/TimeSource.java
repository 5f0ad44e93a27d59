package io.snowflakeid;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** A wall clock, a monotonic clock, and a way to wait; tests use clocks that they move by hand. Implementations are thread-safe. */
public interface TimeSource {

    /** Nanoseconds since 1970-01-01T00:00Z by the wall clock, which an operator or a time server may set back or forward at any moment. */
    long wallNanos();

    /** Nanoseconds of a clock that never goes back, from an arbitrary origin, as {@link System#nanoTime()}. */
    long nanos();

    /** Waits for about {@code nanos} nanoseconds; may return earlier, for instance after an interrupt. */
    default void park(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }

    /** The clocks of this machine. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }
}

/** The JDK's clocks. */
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
