package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * A ledger refused or failed: all workers are taken, the stored layout differs, the table is missing, the store does not answer.
 * The message names what was seen, what was expected, and the next step; {@link #reason} is for programs.
 */
public final class WorkerLedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why a ledger refused or failed. More may be added. */
    public enum Reason {
        /** All workers have holders: stop a process, or use a layout with more worker bits. */
        WORKERS_TAKEN,
        /** The ledger may have lost grants, and grants no worker until their windows have ended. */
        NOT_OPEN,
        /** The fixed worker has a user already: a generator of this process, or another process that has its window file open. */
        WORKER_IN_USE,
        /**
         * The ledger's tables, or the row of its namespace, are missing, and creating them is switched off or has failed. The message has
         * the statements.
         */
        TABLES_MISSING,
        /** The ledger was set up with another layout (its epoch is part of it), scope, datacenter, range of workers, or version. */
        STORED_DIFFERENTLY,
        /**
         * The store answers with another ledger under the same name than at the start of this process: the address leads elsewhere
         * now, or to several databases. The lease has ended, and only the first ledger can grant another one.
         */
        ANOTHER_LEDGER,
        /** The layout has no ticks left, or the worker has none. */
        LAYOUT_ENDED,
        /** A clock is before the layout's epoch, or the ledger's and this machine's are too far apart. */
        CLOCK_WRONG,
        /** The store rejects the user or the password, or was given none. */
        LOGIN_REJECTED,
        /** The store's user lacks a right that a ledger needs. */
        RIGHT_MISSING,
        /** The store did not answer, or could not be read or written; a transaction that holds a row too long is also this. */
        UNREACHABLE,
        /** None of these, or ledgers of a group that failed for several. */
        OTHER
    }

    private final Reason reason;

    /** A refusal that has no further cause, for a reason that has no name. */
    public WorkerLedgerException(String message) {
        this(Reason.OTHER, message);
    }

    /** A refusal that has no further cause. */
    public WorkerLedgerException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** A refusal or failure with its cause, if there is one. */
    public WorkerLedgerException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why, for programs that react to it. */
    public Reason reason() {
        return reason;
    }
}
