package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where one namespace of a ledger is kept: rows are read, and written if they still are as they were read. What is to be written is
 * decided by {@link StoreWorkerLedger}, in the same way for every store. Thread-safe.
 *
 * <p>Each method fails with {@link StoreFailure} if the store could not be asked, or if it is not known whether it has written.
 */
public interface LedgerStore {

    /** What it is called in messages, as in "check that Redis answers". */
    String name();

    /** Where namespaces are written down, for messages. */
    default String home() {
        return name();
    }

    /** Why it failed, as far as its client tells. */
    default Reason reason(Throwable failure) {
        return Reason.UNREACHABLE;
    }

    /** What to do after a failure. */
    default String advice(Throwable failure) {
        return switch (reason(failure)) {
            case LOGIN_REJECTED -> name() + " rejects the user or the password: correct them";
            case RIGHT_MISSING -> "the user lacks a right: docs/worker-ids.md lists those that a ledger needs";
            default -> "check that " + name() + " answers and may be written";
        };
    }

    /**
     * True if it may forget all at any time, and be used on, as a store in memory: a namespace that is not there may then have been
     * forgotten, so that none is granted a worker before what may be lost is over.
     */
    default boolean mayForgetAll() {
        return false;
    }

    /** What to do so that a store that may forget all does not. */
    default String adviceAfterLoss() {
        return "look why " + name() + " has lost what was written";
    }

    /** Several steps one after the other, over one connection where that makes a difference. */
    <T> T converse(Function<LedgerSession, T> talk);

    /** What a row is read for; the same in a store that has no locks. */
    enum Access {
        /** To be looked at. */
        LOOK,
        /** To be changed in the same step: locked until then, and waited for where another transaction has it. */
        CHANGE,
        /** As {@link #CHANGE}, but a row that another transaction has is not read. */
        TAKE
    }

    /** Steps on a store. Of one thread. */
    interface LedgerSession {

        /**
         * Makes sure of what has to be there before a namespace can be read or set up.
         *
         * @return the place of the ledger as it is to be stored; empty if the store does not compare that
         */
        default String open() {
            return "";
        }

        /** The store's clock, nanoseconds since 1970-01-01T00:00Z. */
        long ledgerNanos();

        /**
         * Which server answers: another name each time that it was started, promoted, or replaced, so that it may have forgotten what was
         * written. Empty where a server forgets nothing that it has confirmed, or does not say.
         */
        default String server() {
            return "";
        }

        /** Does a step in one transaction, where there are transactions; it has happened for good when this returns. */
        default <T> T atomically(Supplier<T> step) {
            return step.get();
        }

        /** Sets the namespace up; false if it is there already. Refused where creating was switched off. */
        boolean create(LedgerState state);

        /** Refuses a namespace that was set up in another place: a copy would grant the windows of the original again. */
        default void requirePlace(String stored) {}

        /** Whether a row is written only while its namespace is as it was read; else that is looked at once more afterwards. */
        default boolean guardsNamespace() {
            return true;
        }

        /** A worker's row, then the namespace; empty if there is no such namespace, or if the row is to be taken and cannot be had. */
        Optional<LedgerReading> read(Access access, long datacenter, long worker);

        /** The rows of all datacenters, without a lock. */
        List<PlacedRow> rows();

        /** Writes the row of a worker; false, and nothing is written, if it is not as it was read. */
        boolean write(LedgerReading seen, WorkerRow wanted);

        /** Writes the namespace; false, and nothing is written, if it is not as it was read. */
        boolean write(LedgerReading seen, LedgerState wanted);
    }
}
