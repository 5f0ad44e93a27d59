package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a ledger rejected a request or failed. For example, all workers are taken, the stored layout differs from the generator's layout, the
 * table is missing, or the store does not answer. The message contains the value seen, the value expected, and the next step. Programs use
 * {@link #reason} instead of the message.
 */
public final class WorkerLedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reasons why a ledger rejects a request or fails. Later versions may add reasons. */
    public enum Reason {
        /** All workers have holders. Stop a process, or use a layout with more worker bits. */
        WORKERS_TAKEN,
        /** The ledger may have lost grants, and grants no worker until the windows of the lost grants have ended. */
        NOT_OPEN,
        /** The fixed worker is already in use by a generator of this process, or by another process that has the worker's window file open. */
        WORKER_IN_USE,
        /**
         * The ledger's tables or the namespace's row are missing, and their creation is switched off or has failed. The message contains the
         * statements to create the missing parts.
         */
        TABLES_MISSING,
        /** The ledger was set up with another layout or epoch, scope, datacenter, range of workers, or version. */
        STORED_DIFFERENTLY,
        /**
         * The store answers with another ledger than at the start of this process, although the name is the same. The store's address now connects to
         * another database, or to several databases. The lease has ended, and only the ledger from the start of the process can grant another lease.
         */
        ANOTHER_LEDGER,
        /** The layout or the worker has no ticks left. */
        LAYOUT_ENDED,
        /** A clock is before the layout's epoch, or the clocks of the ledger and of this machine differ too much. */
        CLOCK_WRONG,
        /** The store rejects the user or the password, or the request had no login. */
        LOGIN_REJECTED,
        /** The store's user lacks a right that a ledger needs. */
        RIGHT_MISSING,
        /** The store did not answer, could not be read or written, or a transaction locked a row for too long. */
        UNREACHABLE,
        /** The failure has any other reason, or the ledgers of a group have several reasons. */
        OTHER
    }

    private final Reason reason;

    /** Creates an exception without a cause, for {@link Reason#OTHER}. */
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

    /** Returns the reason of the rejection or failure, for programs that react to the reason. */
    public Reason reason() {
        return reason;
    }
}
