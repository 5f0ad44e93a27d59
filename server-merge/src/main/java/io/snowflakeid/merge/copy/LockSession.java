package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.List;

/**
 * Holds all locks of a merge in one database session. A named lock prevents other commands from using the target. Read locks on all source tables
 * prevent writes by other sessions.
 *
 * <p>Each task and each commit first checks that the lock session is still connected. If the connection is lost, all further work is rejected, and
 * the operator must start the command again.
 *
 * <p>On H2, no locks are acquired. This class is thread-safe.
 */
public final class LockSession implements Sessions.Permission, AutoCloseable {

    private static final int SECONDS_FOR_WRITERS = 10;

    private static final int FEWEST_SECONDS_FOR_ANSWER = 5;

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final MergePlan plan;
    private final Dialect dialect;
    private final Connection session;
    private boolean lost;

    private LockSession(Server server, MergePlan plan) throws SQLException {
        this.plan = plan;
        dialect = server.dialect();
        session = server.lockedSession(plan.target());
    }

    /** Acquires all locks, or throws an exception if another session holds one of the locks. */
    public static LockSession of(Server server, MergePlan plan) throws SQLException {
        LockSession locks = new LockSession(server, plan);
        try {
            locks.lockSources();
            return locks;
        } catch (SQLException | RuntimeException e) {
            locks.close();
            throw e;
        }
    }

    private void lockSources() throws SQLException {
        List<String> statements = dialect.lockAgainstWrites(tables(), SECONDS_FOR_WRITERS);
        // the operator can identify this session in SHOW PROCESSLIST by its current database
        dialect.use(session, plan.source(1).database());
        try {
            Sql.execute(session, statements);
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            String within = "the sources could not be locked against writes within " + SECONDS_FOR_WRITERS;
            throw new MergeRefusedException(
                    within + " s, since a session has written to one of them and has not ended its"
                            + " transaction, or changes a definition: stop the game servers, look for the session in SHOW"
                            + " PROCESSLIST, then call it again");
        }
    }

    private List<String> tables() throws SQLException {
        String databases = Sql.join(", ", plan.sources(), source -> dialect.literal(source.database()));
        String sql = """
                SELECT table_schema, table_name FROM information_schema.tables
                WHERE table_schema IN (%s) AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY 1, 2
                """.formatted(databases);
        return Sql.list(session, sql, row -> dialect.table(row.getString(1), row.getString(2)));
    }

    @Override
    public synchronized void require() throws SQLException {
        if (lost
                || !session.isValid(
                        Math.max(FEWEST_SECONDS_FOR_ANSWER, plan.execution().retrySeconds()))) {
            lost = true;
            throw new SQLTransientException(
                    "the session was lost that locked the sources and the target, so others may have written there");
        }
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
