package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a ledger rejected a request or failed. The message contains the actual value, the expected value, and the next step. Programs should
 * read {@link #reason} instead of the message.
 */
public final class WorkerLedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reasons for rejections and failures of a ledger. Later versions may add reasons. */
    public enum Reason {
        /** All workers are in use or were in use until recently. To free a worker, stop another process, or use a layout with more worker bits. */
        WORKERS_TAKEN,
        /** The ledger may have lost grants, so the ledger grants no worker until the windows of all lost grants have ended. */
        NOT_OPEN,
        /** Another generator of this process, or another process with the same window file, already uses the fixed worker. */
        WORKER_IN_USE,
        /**
         * A table of the ledger, or the row of the ledger's namespace, is missing and was not created. The exception message contains SQL statements
         * that create the missing rows and tables of a ledger.
         */
        TABLES_MISSING,
        /** The stored layout, epoch, scope, datacenter, worker range or version of the ledger differs from the configured value. */
        STORED_DIFFERENTLY,
        /**
         * The store contains a different ledger than at the start of this process. Connections to the store's address may reach several databases, or
         * a different database than at the start of the process. The lease has ended, and only the ledger that granted the lease can grant another
         * lease.
         */
        ANOTHER_LEDGER,
        /** The layout or the worker has no ticks left. */
        LAYOUT_ENDED,
        /** The ledger's clock and the clock of this machine differ too much, or one of the clocks is before the layout's epoch. */
        CLOCK_WRONG,
        /** The store rejected the user name or the password, or required a login. */
        LOGIN_REJECTED,
        /** The user of the store lacks a permission that the ledger needs. */
        RIGHT_MISSING,
        /** The ledger could not read or write the store, or another transaction locked a row for too long. */
        UNREACHABLE,
        /** No other constant describes the failure, or the ledgers of a group failed for different reasons. */
        OTHER
    }

    private final Reason reason;

    /** Creates an exception with {@link Reason#OTHER} and without a cause. */
    public WorkerLedgerException(String message) {
        this(Reason.OTHER, message);
    }

    /** Creates an exception without a cause. */
    public WorkerLedgerException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Creates an exception with a cause, which may be null. */
    public WorkerLedgerException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the reason of the rejection or failure. */
    public Reason reason() {
        return reason;
    }
}
