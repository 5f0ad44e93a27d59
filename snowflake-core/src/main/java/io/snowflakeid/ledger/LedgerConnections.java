package io.snowflakeid.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Connections for one piece of work each, whose statements commit themselves; handed back as they were. A server that has vanished
 * is given up after a quarter of the window, but not before a locked row would be, nor later than after {@value
 * #LONGEST_NETWORK_TIMEOUT_MILLIS} ms: it must not hold the keeper while the window ends.
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

    private interface Restoring {
        void run() throws SQLException;
    }

    <T> T read(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect.of(connection); // other databases lack what follows, and would say that
            boolean autoCommit = connection.getAutoCommit();
            int networkTimeout = connection.getNetworkTimeout();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            connection.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
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
