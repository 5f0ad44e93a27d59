package io.snowflakeid;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * No id could be made just now: the lease's window has ended and the ledger did not renew it in time, the layout's last tick is
 * over, the wall clock took the generator offline, or the generator is closed. The message has the cause, the time since when, and whether the
 * generator recovers by itself. Do not make ids by other means instead: such ids may be duplicates.
 */
public class NoIdAvailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    /** An exception of a generator after a wait of the caller. */
    public NoIdAvailableException(String message, long waitedNanos, @Nullable Throwable cause) {
        super(message, cause);
        waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
    }

    /** How long the caller waited before the exception, in milliseconds. */
    public final long waitedMillis() {
        return waitedMillis;
    }
}
