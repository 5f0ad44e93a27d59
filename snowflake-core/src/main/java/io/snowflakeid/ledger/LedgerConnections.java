package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;

/**
 * Connections for one conversation each, in transactions of the ledger's own; handed back as they were. What other code has left open on
 * a pooled connection is rolled back before, or the ledger would read its own uncommitted row, and believe a grant that the next
 * rollback undoes.
 *
 * <p>A server that has vanished is given up after a quarter of the window, but not before a locked row would be, nor later than after
 * {@value #LONGEST_NETWORK_TIMEOUT_MILLIS} ms: it must not hold the keeper while the window ends.
 */
final class LedgerConnections {

    private static final int SHORTEST_NETWORK_TIMEOUT_MILLIS = 3_000;
    private static final int LONGEST_NETWORK_TIMEOUT_MILLIS = 10_000;

    private final DataSource dataSource;
    private final int networkTimeoutMillis;

    LedgerConnections(DataSource dataSource, Duration window) {
        this.dataSource = dataSource;
        long quarter = window.toMillis() / 4;
        networkTimeoutMillis =
                (int) Math.max(SHORTEST_NETWORK_TIMEOUT_MILLIS, Math.min(quarter, LONGEST_NETWORK_TIMEOUT_MILLIS));
    }

    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Transactions on one connection, one after the other. */
    interface Conversation {

        /** Of the database at the other end. */
        SqlDialect dialect();

        /**
         * Does the work in a transaction of its own: READ COMMITTED, waiting for a locked row for no more than 2 s. It is committed at
         * the end, and rolled back after a failure.
         *
         * @throws SQLException also if the commit came with a warning: the server may not have made it durable
         */
        <T> T transaction(Work<T> work) throws SQLException;
    }

    interface Talk<T> {
        T in(Conversation conversation) throws SQLException;
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** What is to be undone on a connection, the last change first; on one that is closed there is nothing to undo. */
    private record Changes(Connection connection, Deque<Step> undo) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            Step last = undo.poll();
            if (last == null) {
                return;
            }
            try (Changes earlier = new Changes(connection, undo)) {
                if (!earlier.connection().isClosed()) {
                    last.run();
                }
            }
        }
    }

    <T> T transaction(Work<T> work) throws SQLException {
        return converse(conversation -> conversation.transaction(work));
    }

    <T> T converse(Talk<T> talk) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return converse(connection, talk);
        }
    }

    /** On a connection that the caller closes. */
    <T> T converse(Connection connection, Talk<T> talk) throws SQLException {
        SqlDialect dialect = SqlDialect.of(connection); // other databases lack what follows, and would say that
        try (Changes changes = new Changes(connection, new ArrayDeque<>())) {
            prepare(connection, dialect, changes.undo());
            return talk.in(new Conversation() {
                @Override
                public SqlDialect dialect() {
                    return dialect;
                }

                @Override
                public <R> R transaction(Work<R> work) throws SQLException {
                    return committed(connection, dialect, work);
                }
            });
        }
    }

    private void prepare(Connection connection, SqlDialect dialect, Deque<Step> undo) throws SQLException {
        int networkTimeout = connection.getNetworkTimeout();
        undo.push(() -> connection.setNetworkTimeout(Runnable::run, networkTimeout));
        connection.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            switchOffAutoCommit(connection);
        }
        undo.push(() -> connection.setAutoCommit(autoCommit));
        connection.rollback();
        if (dialect.setsUpEachTransaction()) { // pools that filter SQL deny the statement for the connection
            return;
        }
        int isolation = connection.getTransactionIsolation();
        undo.push(() -> connection.setTransactionIsolation(isolation));
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        String lockTimeout = dialect.lockTimeout(connection);
        undo.push(() -> dialect.setLockTimeout(connection, lockTimeout));
        dialect.setLockTimeout(connection, dialect.twoSeconds());
    }

    private void switchOffAutoCommit(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            if (!isAlive(connection)) {
                throw e;
            }
            throw new WorkerLedgerException(
                    "data source " + dataSource.getClass().getName()
                            + " does not let a ledger have a transaction of its own (" + VisibleText.inOneLine(e)
                            + "): give the ledger a pool of connections that it may commit, not one for distributed transactions alone",
                    e);
        }
    }

    private static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(SHORTEST_NETWORK_TIMEOUT_MILLIS / 1000);
        } catch (SQLException e) {
            return false;
        }
    }

    private static <T> T committed(Connection connection, SqlDialect dialect, Work<T> work) throws SQLException {
        try {
            dialect.begin(connection);
            T result = work.on(connection);
            connection.clearWarnings();
            connection.commit();
            requireNoWarning(connection);
            return result;
        } catch (SQLException | RuntimeException e) {
            try {
                connection.rollback();
            } catch (SQLException inVain) {
                e.addSuppressed(inVain);
            }
            throw e;
        }
    }

    /** PostgreSQL commits locally, and warns, where waiting for a synchronous standby is cancelled. */
    private static void requireNoWarning(Connection connection) throws SQLException {
        SQLWarning warning = connection.getWarnings();
        if (warning != null) {
            throw new SQLException(
                    "the commit came with a warning, so it may not be durable: " + warning.getMessage(),
                    warning.getSQLState(),
                    warning.getErrorCode(),
                    warning);
        }
    }
}
