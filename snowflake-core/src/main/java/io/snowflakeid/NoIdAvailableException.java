package io.snowflakeid;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a generator cannot make an id. A generator makes no ids if its window was not renewed, if its layout has no ticks left, or while it is
 * offline or closed. The message contains the reason and the next step. Do not replace the missing id with an id from another source, because the
 * replacement may be a duplicate.
 */
public class NoIdAvailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    /**
     * @param waitedNanos the time that the caller waited, in nanoseconds
     * @param cause the exception of the ledger, or null if the ledger did not fail
     */
    public NoIdAvailableException(String message, long waitedNanos, @Nullable Throwable cause) {
        super(message, cause);
        waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
    }

    /** Returns the time that the caller waited before the exception, in milliseconds. */
    public final long waitedMillis() {
        return waitedMillis;
    }
}
