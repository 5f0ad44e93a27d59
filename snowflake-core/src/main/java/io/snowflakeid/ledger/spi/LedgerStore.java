package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The place where one namespace of a ledger is stored. A store reads rows, and writes a row only if the row is unchanged since it was read.
 * {@link StoreWorkerLedger} decides which rows to write, by the same rules for every store. An implementation must be thread-safe. Each method
 * throws {@link StoreFailure} if the store did not answer, or if the result of a write is unknown.
 */
public interface LedgerStore {

    /** Returns the name of the store for messages, such as "check that Redis answers". */
    String name();

    /** Returns the reason of a failed request, as far as the exception of the store's client shows the reason. */
    default Reason reason(Throwable failure) {
        return Reason.UNREACHABLE;
    }

    /** Returns the next step for an operator after a failure. */
    default String advice(Throwable failure) {
        return switch (reason(failure)) {
            case LOGIN_REJECTED -> name() + " rejects the user or the password: correct them";
            case RIGHT_MISSING -> "the user lacks a right: docs/worker-ids.md lists those that a ledger needs";
            default -> "check that " + name() + " answers and may be written";
        };
    }

    /**
     * Returns true if the store can lose all data at any time and stay in use, like a store in memory. A missing namespace may be a lost namespace,
     * so the ledger then grants no worker until every window that may be lost has ended.
     */
    default boolean mayForgetAll() {
        return false;
    }

    /** Runs several steps, on one connection if the store has connections. */
    <T> T converse(Function<LedgerSession, T> talk);

    /** The purpose of reading a row. A store without locks may ignore the purpose. */
    enum Access {
        /** The step only reads the row. */
        LOOK,
        /** The step changes the row, so the row is locked until the step ends. The reading waits for the lock of another transaction. */
        CHANGE,
        /** The step changes the row. A row that another transaction has locked is treated as missing. */
        TAKE
    }

    /** The steps of one conversation with a store. A session is not thread-safe. */
    interface LedgerSession {

        /** Returns the store's clock in nanoseconds since 1970-01-01T00:00Z. This method does not create tables or other parts of a ledger. */
        long ledgerNanos();

        /** Runs a step in one transaction, if the store has transactions. The step is durable when this method returns. */
        default <T> T atomically(Supplier<T> step) {
            return step.get();
        }

        /**
         * Creates the namespace with the present server and the present place.
         *
         * @return false if the namespace exists
         * @throws io.snowflakeid.WorkerLedgerException if the application has switched off the creation of namespaces
         */
        boolean create(LedgerState state);

        /** Rejects a namespace that was created in another place, because a copy would grant the windows of the original again. */
        default void requirePlace(String stored) {}

        /** Returns true if a row is written only while its namespace is unchanged. With false, the ledger reads the row and the namespace again. */
        default boolean guardsNamespace() {
            return true;
        }

        /** Reads a worker's row, then the namespace. The result is empty if the namespace does not exist. */
        Optional<LedgerReading> read(Access access, long datacenter, long worker);

        /** Reads the rows of all datacenters, without a lock. */
        List<PlacedRow> rows();

        /** Writes the row of a worker. If the row has changed since it was read, the method writes nothing and returns false. */
        boolean write(LedgerReading seen, WorkerRow wanted);

        /** Writes the namespace. If the namespace has changed since it was read, the method writes nothing and returns false. */
        boolean write(LedgerReading seen, LedgerState wanted);
    }
}
