package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * No id could be made just now: the lease's window has ended and the ledger did not renew it in time, the layout's last tick is
 * over, or the generator is closed. The message says which, since when, and whether it mends itself. Never a reason to make up
 * an id by other means.
 */
public final class NoIdAvailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    NoIdAvailableException(String message, long waitedMillis, @Nullable Throwable cause) {
        super(message, cause);
        this.waitedMillis = waitedMillis;
    }

    /** How long the caller waited before it gave up, in milliseconds. */
    public long waitedMillis() {
        return waitedMillis;
    }
}
