package io.snowflakeid;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the generator cannot make an id at present. The cause is a window that ended without a renewal, the end of the layout, or a generator
 * that is offline or closed. The message contains the cause, the beginning of the problem, and whether the generator recovers by itself. Do not make
 * ids in another way in the meantime, because ids of another source may be duplicates.
 */
public class NoIdAvailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    /**
     * Creates an exception for the caller of a generator.
     *
     * @param waitedNanos the time that the caller waited, in nanoseconds
     * @param cause the failure of the ledger, or null if the ledger did not fail
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
