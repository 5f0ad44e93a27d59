package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.VisibleText;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.LedgerConnections.Work;
import io.snowflakeid.ledger.spi.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.PlacedRow;
import io.snowflakeid.ledger.spi.StoreFailure;
import io.snowflakeid.ledger.spi.WorkerRow;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Steps on one connection. A worker whose row another transaction has locked (a process that was stopped between its statement and the commit, an
 * operator's open transaction) is passed over after 2 s; from then on rows that are locked are not waited for.
 */
final class JdbcLedgerSession implements LedgerSession {

    private static final System.Logger LOG = ApplicationLog.of(JdbcWorkerLedger.class);
    private static final int MOST_LOCK_WAITS = 3;

    private final JdbcLedgerStore store;
    private final Conversation conversation;
    private @Nullable Connection within; // the transaction that is under way
    private int lockWaits;

    JdbcLedgerSession(JdbcLedgerStore store, Conversation conversation) {
        this.store = store;
        this.conversation = conversation;
    }

    @Override
    public <T> T atomically(Supplier<T> step) {
        return inTransaction(connection -> step.get());
    }

    /** That of the step that is under way, else one of its own. */
    private <T> T inTransaction(Work<T> work) {
        Connection present = within;
        try {
            return present != null
                    ? work.on(present)
                    : conversation.transaction(connection -> {
                        within = connection;
                        try {
                            return work.on(connection);
                        } finally {
                            within = null;
                        }
                    });
        } catch (SQLException e) {
            throw new StoreFailure(e);
        }
    }

    private interface TableWork<T> {
        T on(WorkerTable table, Connection connection) throws SQLException;
    }

    /** The tables are opened before, in transactions of their own. */
    private <T> T inTable(TableWork<T> work) {
        WorkerTable table = table();
        return inTransaction(connection -> work.on(table, connection));
    }

    private WorkerTable table() {
        try {
            return store.table(conversation);
        } catch (SQLException e) {
            throw new StoreFailure(e);
        }
    }

    @Override
    public String open() {
        return table().place().name();
    }

    /** Before there are tables, too. */
    @Override
    public long ledgerNanos() {
        return inTransaction(connection -> WorkerTable.nowNanos(connection, conversation.dialect()));
    }

    @Override
    public void requireMayCreate() {
        if (!store.createsTables()) {
            throw LedgerSchema.missing(table().place(), store.settings());
        }
    }

    @Override
    public void requirePlace(String stored) {
        LedgerSchema.requireHere(stored, table().place(), store.settings().namespace());
    }

    @Override
    public boolean create(LedgerState state) {
        WorkerTable table = table();
        try {
            return inTransaction(connection -> table.create(connection, state));
        } catch (StoreFailure e) {
            if (e.thrown() instanceof SQLException fault && SqlFault.isDuplicateKey(fault)) {
                return false; // another process was first
            }
            throw e;
        }
    }

    /** A splitter may read from a copy. */
    @Override
    public boolean readsWhatItWrites() {
        return false;
    }

    @Override
    public Optional<LedgerReading> read(long datacenter, long worker) {
        return inTable((table, connection) -> table.read(connection, datacenter, worker));
    }

    @Override
    public Optional<LedgerReading> readForWriting(long datacenter, long worker) {
        return inTable((table, connection) -> table.readLocked(connection, datacenter, worker));
    }

    @Override
    public List<PlacedRow> rows() {
        return inTable(WorkerTable::rows);
    }

    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        return inTable((table, connection) -> table.write(connection, seen, wanted));
    }

    @Override
    public boolean write(LedgerReading seen, LedgerState wanted) {
        return inTable((table, connection) -> table.write(connection, seen.state(), wanted));
    }

    @Override
    public boolean isBusy(long worker) {
        return lockWaits > 0 && inTable((table, connection) -> table.isLocked(connection, worker));
    }

    @Override
    public boolean isOfThisWorkerAlone(long worker, StoreFailure failure) {
        lockWaits++;
        if (!(failure.thrown() instanceof SQLException fault && SqlFault.isHeldByAnotherTransaction(fault))
                || lockWaits == MOST_LOCK_WAITS) {
            return false;
        }
        LOG.log(
                Level.WARNING,
                "worker {0} is passed over, since another transaction holds its row ({1}): end that transaction; {2} lists it",
                worker,
                VisibleText.inOneLine(fault),
                conversation.dialect().transactions());
        return true;
    }
}
