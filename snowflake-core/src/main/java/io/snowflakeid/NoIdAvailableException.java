package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * No id could be made just now: the lease's window has ended and the ledger did not renew it in time, the layout's last tick is
 * over, the wall clock stands still or took the generator offline, or the generator is closed. The message says which, since when,
 * and whether it mends itself. Never a reason to make up an id by other means.
 */
public sealed class NoIdAvailableException extends RuntimeException permits ClockMovedBackwardsException {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    NoIdAvailableException(String message, long waitedMillis, @Nullable Throwable cause) {
        super(message, cause);
        this.waitedMillis = waitedMillis;
    }

    /** How long the caller waited before it gave up, in milliseconds. */
    public final long waitedMillis() {
        return waitedMillis;
    }
}
