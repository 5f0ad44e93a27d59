package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * A ledger refused or failed: all workers are taken, the stored layout differs, the table is missing, the store does not answer.
 * The message names the value seen, the value expected, and the next step; {@link #reason} is for programs.
 */
public final class WorkerLedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why a ledger refused or failed. More may be added. */
    public enum Reason {
        /** All workers have holders: stop a process, or use a layout with more worker bits. */
        WORKERS_TAKEN,
        /** The ledger may have lost grants, and grants no worker until their windows have ended. */
        NOT_OPEN,
        /** The fixed worker has a user already: a generator of this process, or another process that has the worker's window file open. */
        WORKER_IN_USE,
        /**
         * The ledger's tables, or the row of its namespace, are missing, and creating them is switched off or has failed. The message has the
         * statements that create them.
         */
        TABLES_MISSING,
        /** The ledger was set up with another layout (its epoch is part of it), scope, datacenter, range of workers, or version. */
        STORED_DIFFERENTLY,
        /**
         * The store answers with another ledger than at the start of this process under the same name: the address leads to another database now, or
         * to several. The lease has ended, and only the first ledger can grant another one.
         */
        ANOTHER_LEDGER,
        /** The layout or the worker has no ticks left. */
        LAYOUT_ENDED,
        /** A clock is before the layout's epoch, or the ledger's and this machine's are too far apart. */
        CLOCK_WRONG,
        /** The store rejects the user or the password, or the request had none. */
        LOGIN_REJECTED,
        /** The store's user lacks a right that a ledger needs. */
        RIGHT_MISSING,
        /** The store did not answer, or could not be read or written; a transaction that holds a row too long is also this. */
        UNREACHABLE,
        /** Any other reason, or several reasons of the ledgers of a group. */
        OTHER
    }

    private final Reason reason;

    /** A refusal without a further cause, for {@link Reason#OTHER}. */
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

    /** The reason of the refusal or failure, for programs that react to it. */
    public Reason reason() {
        return reason;
    }
}
