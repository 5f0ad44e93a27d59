package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.LedgerConnections.Work;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One attempt to get hold of a worker, of the candidates in their order. A candidate whose row somebody else has locked (a process
 * that was stopped between its statement and the commit, an operator's open transaction) is passed over after 2 s; from then on
 * rows that are locked are not waited for.
 */
final class Acquisition {

    private static final System.Logger LOG = ApplicationLog.of(JdbcWorkerLedger.class);
    private static final int MOST_LOCK_WAITS = 3;

    private final WorkerTable table;
    private final Conversation conversation;
    private final String token;
    private int lockWaits;

    Acquisition(WorkerTable table, Conversation conversation, String token) {
        this.table = table;
        this.conversation = conversation;
        this.token = token;
    }

    /**
     * A grant of the worker unused for the longest time, else of one that never was used, else of one whose spent ticks reach far ahead
     * of the clock; empty if none is free.
     */
    Optional<WorkerGrant> grant() throws SQLException {
        Optional<WorkerGrant> granted = firstOf(workers(this::freeWorkers));
        if (granted.isEmpty()) {
            granted = firstOf(workers(table::unknownWorkers));
        }
        if (granted.isEmpty()) {
            granted = firstOf(workers(connection -> table.freeWorkers(connection, true)));
        }
        return granted;
    }

    /** The length of the window is noted before, in a transaction that ends before any row of a worker is written. */
    private List<Long> freeWorkers(Connection connection) throws SQLException {
        table.noteWindow(connection);
        return table.freeWorkers(connection, false);
    }

    private List<Long> workers(Work<List<Long>> listing) throws SQLException {
        return conversation.transaction(listing);
    }

    /** After the first miss others are at it: not all must try the same one next. */
    private Optional<WorkerGrant> firstOf(List<Long> workers) throws SQLException {
        for (int i = 0; i < workers.size(); i++) {
            Optional<WorkerGrant> granted = tried(workers.get(i));
            if (granted.isPresent()) {
                return granted;
            }
            if (i == 0) {
                Collections.shuffle(workers.subList(1, workers.size()));
            }
        }
        return Optional.empty();
    }

    /** In a transaction of its own, which locks no other row. */
    private Optional<WorkerGrant> tried(long worker) throws SQLException {
        try {
            Optional<WorkerGrant> granted =
                    conversation.transaction(connection -> lockWaits > 0 && table.isLocked(connection, worker)
                            ? Optional.empty()
                            : table.grant(connection, worker, token));
            return granted.isPresent() && table.isConfirmed(conversation, granted.get()) ? granted : Optional.empty();
        } catch (SQLException e) {
            lockWaits++;
            if (!SqlFault.isHeldByAnotherTransaction(e) || lockWaits == MOST_LOCK_WAITS) {
                throw e;
            }
            LOG.log(
                    Level.WARNING,
                    "worker {0} is passed over, since another transaction holds its row ({1}): end that transaction; {2} lists it",
                    worker,
                    SqlFault.inOneLine(e),
                    table.transactions());
            return Optional.empty();
        }
    }
}
