package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
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

    private interface Step<T> {
        T run() throws SQLException;
    }

    private interface Restoring {
        void run() throws SQLException;
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
        int networkTimeout = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
        return restored(
                connection,
                () -> withoutAutoCommit(connection, dialect, talk),
                () -> connection.setNetworkTimeout(Runnable::run, networkTimeout));
    }

    private <T> T withoutAutoCommit(Connection connection, SqlDialect dialect, Talk<T> talk) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            switchOffAutoCommit(connection);
        }
        return restored(
                connection,
                () -> {
                    connection.rollback();
                    return readCommitted(connection, dialect, talk);
                },
                () -> connection.setAutoCommit(autoCommit));
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
                            + " does not let a ledger have a transaction of its own (" + SqlFault.inOneLine(e)
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

    private static <T> T readCommitted(Connection connection, SqlDialect dialect, Talk<T> talk) throws SQLException {
        Conversation conversation = new Conversation() {
            @Override
            public SqlDialect dialect() {
                return dialect;
            }

            @Override
            public <R> R transaction(Work<R> work) throws SQLException {
                return committed(connection, dialect, work);
            }
        };
        if (dialect.setsUpEachTransaction()) {
            return talk.in(conversation);
        }
        // pools that filter SQL deny the statement for it
        int isolation = connection.getTransactionIsolation();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        return restored(
                connection,
                () -> withLockTimeout(connection, dialect, () -> talk.in(conversation)),
                () -> connection.setTransactionIsolation(isolation));
    }

    private static <T> T withLockTimeout(Connection connection, SqlDialect dialect, Step<T> step) throws SQLException {
        String lockTimeout = dialect.lockTimeout(connection);
        dialect.setLockTimeout(connection, dialect.twoSeconds());
        return restored(connection, step, () -> dialect.setLockTimeout(connection, lockTimeout));
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

    private static <T> T restored(Connection connection, Step<T> step, Restoring restoring) throws SQLException {
        T result;
        try {
            result = step.run();
        } catch (SQLException | RuntimeException e) {
            try {
                restore(connection, restoring);
            } catch (SQLException inVain) {
                e.addSuppressed(inVain);
            }
            throw e;
        }
        restore(connection, restoring);
        return result;
    }

    private static void restore(Connection connection, Restoring restoring) throws SQLException {
        if (!connection.isClosed()) {
            restoring.run();
        }
    }
}
