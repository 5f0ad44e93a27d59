package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
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
    private final Connection connection;
    private final String token;
    private int lockWaits;

    Acquisition(WorkerTable table, Connection connection, String token) {
        this.table = table;
        this.connection = connection;
        this.token = token;
    }

    /**
     * The worker that was taken: the one unused for the longest time, else one that never was used, else one whose spent ticks
     * reach far ahead of the clock; empty if none is free.
     */
    Optional<Long> worker() throws SQLException {
        Optional<Long> taken = firstOf(table.freeWorkers(connection, "<="), this::takeOver);
        if (taken.isEmpty()) {
            taken = firstOf(table.unknownWorkers(connection), worker -> table.insert(connection, worker, token));
        }
        if (taken.isEmpty()) {
            taken = firstOf(table.freeWorkers(connection, ">"), this::takeOver);
        }
        return taken;
    }

    private interface Attempt {
        boolean on(long worker) throws SQLException;
    }

    /** After the first miss others are at it: not all must try the same one next. */
    private Optional<Long> firstOf(List<Long> workers, Attempt attempt) throws SQLException {
        for (int i = 0; i < workers.size(); i++) {
            if (succeeds(attempt, workers.get(i))) {
                return Optional.of(workers.get(i));
            }
            if (i == 0) {
                Collections.shuffle(workers.subList(1, workers.size()));
            }
        }
        return Optional.empty();
    }

    private boolean takeOver(long worker) throws SQLException {
        return (lockWaits == 0 || table.isUnlocked(connection, worker)) && table.takeOver(connection, worker, token);
    }

    private boolean succeeds(Attempt attempt, long worker) throws SQLException {
        try {
            return attempt.on(worker);
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
            return false;
        }
    }
}
