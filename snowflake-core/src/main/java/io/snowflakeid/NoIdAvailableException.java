package io.snowflakeid;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the generator cannot make an id at present. Possible causes are a window that ended before the ledger renewed it, the end of the
 * layout's last tick, a wall clock that took the generator offline, and a closed generator.
 *
 * <p>The message contains the cause, the time since when the cause exists, and whether the generator recovers by itself. Do not make ids in another
 * way instead, because such ids may be duplicates.
 */
public class NoIdAvailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long waitedMillis;

    /** Creates the exception of a generator after a wait of the caller. */
    public NoIdAvailableException(String message, long waitedNanos, @Nullable Throwable cause) {
        super(message, cause);
        waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
    }

    /** Returns the time that the caller waited before the exception, in milliseconds. */
    public final long waitedMillis() {
        return waitedMillis;
    }
}
