package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every session of the server, our own ones too, from writing to the sources: one session holds read locks on all their
 * tables. Reading goes on, and so does {@code INSERT ... SELECT} from them.
 *
 * <p>Where that session is lost, the locks are taken again and all tables are compared with the plan before work goes on. H2 has no
 * such lock, and its sources are not guarded.
 */
final class SourceGuard implements Sessions.Permission, AutoCloseable {

    /** How long sessions that have written to a source may take to end their transaction. */
    private static final int SECONDS_FOR_WRITERS = 10;

    private static final int VALIDATION_SECONDS = 5;

    private final SourceWatch watch;
    private final String advice;
    private final @Nullable HeldSession session;

    private SourceGuard(SourceWatch watch, String advice, @Nullable HeldSession session) {
        this.watch = watch;
        this.advice = advice;
        this.session = session;
    }

    /**
     * Locks the sources.
     *
     * @param permission asked while the sources are compared
     * @param advice what it means that a source has changed, and what to do
     * @throws MergeRefusedException if a session has written to a source and does not end its transaction
     */
    static SourceGuard take(Server server, MergePlan plan, Sessions.Permission permission, String advice)
            throws SQLException {
        Duration patience = Duration.ofSeconds(plan.execution().retrySeconds());
        // without the guard's own permission, which is not given before the comparison has ended
        SourceWatch watch = new SourceWatch(plan, new Sessions(server, patience, withoutLocks(permission)));
        Dialect dialect = server.dialect();
        if (dialect.lockAgainstWrites(List.of(), 0).isEmpty()) {
            return new SourceGuard(watch, advice, null);
        }
        ReadLocks locks = new ReadLocks(
                dialect, plan.sources(), () -> watch.requireUnchanged(1, "while they were not locked", advice));
        return new SourceGuard(
                watch,
                advice,
                HeldSession.take(
                        server, "server-merge source guard", "the locks of the sources were lost", locks, patience));
    }

    /** A comparison only reads; and a transaction that holds what a lock would wait for may be waiting for the comparison. */
    private static Sessions.Permission withoutLocks(Sessions.Permission permission) {
        return new Sessions.Permission() {
            @Override
            public void require() throws SQLException {
                permission.require();
            }

            @Override
            public void require(Connection worker) throws SQLException {
                permission.require();
            }
        };
    }

    /**
     * Compares the sources with the plan.
     *
     * @param threads sessions at once, at least 1
     * @param when since when they must not have changed
     * @throws MergeRefusedException naming what changed
     */
    void requireUnchanged(int threads, String when) throws SQLException, InterruptedException {
        watch.requireUnchanged(threads, when, advice);
    }

    /**
     * Compares the sources with the plan, and lets tables pass that were only written to.
     *
     * @param threads sessions at once, at least 1
     * @param when since when they must not have changed
     * @return what to call if the rows of the sources turn out not to be what they were
     * @throws MergeRefusedException naming what is known to have changed
     */
    Runnable requireNotKnownToBeChanged(int threads, String when) throws SQLException, InterruptedException {
        List<String> written = watch.requireNotKnownToBeChanged(threads, when, advice);
        return () -> SourceWatch.requireNone(written, when, advice);
    }

    private interface Comparison {
        void compare() throws SQLException, InterruptedException;
    }

    @Override
    public void require() throws SQLException {
        if (session != null) {
            session.require();
        }
    }

    @Override
    public void require(Connection worker) throws SQLException {
        require();
    }

    /** Of the session that has the locks; waits while they are taken again. */
    long sessionNumber() {
        return session == null ? 0 : session.number();
    }

    @Override
    public void close() throws SQLException {
        if (session != null) {
            session.close();
        }
    }

    private static final class ReadLocks implements HeldSession.Locks {

        private final Dialect dialect;
        private final List<SourcePlan> sources;
        private final Comparison ifLost;
        private boolean had;

        ReadLocks(Dialect dialect, List<SourcePlan> sources, Comparison ifLost) {
            this.dialect = dialect;
            this.sources = sources;
            this.ifLost = ifLost;
        }

        @Override
        public boolean take(Connection session) throws SQLException {
            List<String> tables = tables(session);
            // so that who waits sees in the list of sessions for whom
            dialect.use(session, sources.get(0).database());
            try (Statement statement = session.createStatement()) {
                for (String sql : dialect.lockAgainstWrites(tables, SECONDS_FOR_WRITERS)) {
                    statement.execute(sql);
                }
            } catch (SQLException e) {
                if (!dialect.lockNotHad(e)) {
                    throw e;
                }
                if (!had) {
                    throw new MergeRefusedException("the sources could not be locked against writes within "
                            + SECONDS_FOR_WRITERS
                            + " s, since a session has written to one of them and has not ended its"
                            + " transaction, or changes a definition: stop the game servers, look for the session in SHOW"
                            + " PROCESSLIST, then call it again");
                }
                return false;
            }
            had = true;
            return true;
        }

        /** Those of a merge before as well. */
        private List<String> tables(Connection session) throws SQLException {
            String databases = sources.stream()
                    .map(source -> dialect.literal(source.database()))
                    .collect(Collectors.joining(", "));
            try (PreparedStatement select =
                            session.prepareStatement("SELECT table_schema, table_name FROM information_schema.tables"
                                    + " WHERE table_schema IN (" + databases
                                    + ") AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY 1, 2");
                    ResultSet rows = select.executeQuery()) {
                List<String> tables = new ArrayList<>();
                while (rows.next()) {
                    tables.add(dialect.table(rows.getString(1), rows.getString(2)));
                }
                return tables;
            }
        }

        @Override
        public boolean held(Connection session) throws SQLException {
            return session.isValid(VALIDATION_SECONDS);
        }

        @Override
        public void takenAgain(Connection session) throws SQLException {
            try {
                ifLost.compare();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted while the sources were compared", e);
            }
        }
    }
}
