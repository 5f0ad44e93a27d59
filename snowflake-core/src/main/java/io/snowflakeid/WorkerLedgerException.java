package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * A ledger refused or failed: all workers are taken, the stored layout differs, the table is missing, the store does not answer.
 * The message names what was seen, what was expected, and the next step.
 */
public final class WorkerLedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A refusal that has no further cause. */
    public WorkerLedgerException(String message) {
        super(message);
    }

    /** A failure of the store behind the ledger. */
    public WorkerLedgerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
