package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The place where one namespace of a ledger is stored. A store reads rows, and writes a row only if it is unchanged since it was read.
 * {@link StoreWorkerLedger} decides what is written, by the same rules for every store. Thread-safe.
 *
 * <p>Each method throws {@link StoreFailure} if the store did not answer, or if it is unknown whether it has written.
 */
public interface LedgerStore {

    /** The name of the store in messages, as in "check that Redis answers". */
    String name();

    /** Why a request failed, as far as the exception of the store's client shows. */
    default Reason reason(Throwable failure) {
        return Reason.UNREACHABLE;
    }

    /** The next step for an operator after a failure. */
    default String advice(Throwable failure) {
        return switch (reason(failure)) {
            case LOGIN_REJECTED -> name() + " rejects the user or the password: correct them";
            case RIGHT_MISSING -> "the user lacks a right: docs/worker-ids.md lists those that a ledger needs";
            default -> "check that " + name() + " answers and may be written";
        };
    }

    /**
     * True if the store can lose all data at any time and stay in use, as a store in memory can. A missing namespace may then be a lost
     * one, so that no process is granted a worker until every window that may be lost has ended.
     */
    default boolean mayForgetAll() {
        return false;
    }

    /** Runs several steps, on one connection if the store has connections. */
    <T> T converse(Function<LedgerSession, T> talk);

    /** The purpose of reading a row. The purpose makes no difference in a store without locks. */
    enum Access {
        /** The row is only read. */
        LOOK,
        /** The row is changed in the same step: it is locked until then. The lock of another transaction is waited for. */
        CHANGE,
        /** The row is changed in the same step, but a row that another transaction has locked is read as if it were missing. */
        TAKE
    }

    /** Steps on a store. Not thread-safe. */
    interface LedgerSession {

        /** The store's clock, nanoseconds since 1970-01-01T00:00Z. This method does not create tables or other parts of a ledger. */
        long ledgerNanos();

        /** Runs a step in one transaction, if the store has transactions. The step is durable when this method returns. */
        default <T> T atomically(Supplier<T> step) {
            return step.get();
        }

        /**
         * Creates the namespace with the present server and the present place.
         *
         * @return false if the namespace exists
         * @throws io.snowflakeid.WorkerLedgerException if creating is switched off
         */
        boolean create(LedgerState state);

        /** Rejects a namespace that was created in another place, since a copy would grant the windows of the original again. */
        default void requirePlace(String stored) {}

        /** True if a row is written only while its namespace is unchanged. If false, the ledger reads both again after the commit. */
        default boolean guardsNamespace() {
            return true;
        }

        /** Reads a worker's row, then the namespace. Returns empty if the namespace does not exist. */
        Optional<LedgerReading> read(Access access, long datacenter, long worker);

        /** Reads the rows of all datacenters, without a lock. */
        List<PlacedRow> rows();

        /** Writes the row of a worker. Returns false, and writes nothing, if it has changed since it was read. */
        boolean write(LedgerReading seen, WorkerRow wanted);

        /** Writes the namespace. Returns false, and writes nothing, if it has changed since it was read. */
        boolean write(LedgerReading seen, LedgerState wanted);
    }
}
