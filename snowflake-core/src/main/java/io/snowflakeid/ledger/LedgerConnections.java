package io.snowflakeid.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Connections for one piece of work each, whose statements commit themselves; handed back as they were. A server that has vanished
 * is given up after {@value #NETWORK_TIMEOUT_MILLIS} ms: it must not hold the keeper for longer than a window lasts.
 */
final class LedgerConnections {

    private static final int NETWORK_TIMEOUT_MILLIS = 10_000;

    private final DataSource dataSource;

    LedgerConnections(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private interface Restoring {
        void run() throws SQLException;
    }

    <T> T read(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            int networkTimeout = connection.getNetworkTimeout();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
            return restored(connection, work, () -> {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
                if (!autoCommit) {
                    connection.setAutoCommit(false);
                }
            });
        }
    }

    /** Waits for a row that somebody else has locked for no more than 2 s. */
    <T> T write(Work<T> work) throws SQLException {
        return read(connection -> {
            SqlDialect dialect = SqlDialect.of(connection);
            String lockTimeout = dialect.lockTimeout(connection);
            dialect.setLockTimeout(connection, dialect.twoSeconds());
            return restored(connection, work, () -> dialect.setLockTimeout(connection, lockTimeout));
        });
    }

    private static <T> T restored(Connection connection, Work<T> work, Restoring restoring) throws SQLException {
        T result;
        try {
            result = work.on(connection);
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
