package io.snowflakeid.ledger;

import io.snowflakeid.ledger.spi.StoreFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one conversation, which runs separate transactions for the ledger. The connection first rolls back changes that other code has
 * left open on a pooled connection. Without a rollback at the start, the ledger could read its own uncommitted row, and trust a grant that a later
 * rollback undoes. After the conversation, the connection has its former state. Each exception of the driver becomes a {@link StoreFailure}. A call
 * fails if the server does not reply for a quarter of the window. The timeout of a call is at least as long as the wait for a locked row and at most
 * {@value #LONGEST_NETWORK_TIMEOUT_MILLIS} ms. A server that does not reply cannot block the renewals until the window ends.
 */
final class LedgerConnection implements AutoCloseable {

    private static final int SHORTEST_NETWORK_TIMEOUT_MILLIS = 3_000;
    private static final int LONGEST_NETWORK_TIMEOUT_MILLIS = 10_000;
    private static final int QUERY_TIMEOUT_SECONDS = 5;

    private final Connection connection;
    private final SqlDialect dialect;
    private Restoring restoring;
    private boolean isWithin = true; // true in a transaction, and in the steps before and after all transactions

    private interface Call<T> {
        T run() throws SQLException;
    }

    private interface Restoring extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    private LedgerConnection(Connection connection, Duration window) throws SQLException {
        this.connection = connection;
        restoring = connection::close;
        try {
            // an unsupported database is rejected first, because the next steps may fail on it
            dialect = SqlDialect.of(connection);
            prepare(window);
        } catch (SQLException | RuntimeException e) {
            closeAfter(e, restoring);
            throw e;
        }
    }

    static LedgerConnection open(LedgerSource source, Duration window) {
        return asked(() -> new LedgerConnection(source.connect(), window));
    }

    private static <T> T asked(Call<T> call) {
        try {
            return call.run();
        } catch (SQLException e) {
            throw new StoreFailure(e, SqlFault.LOCKED_ROW.is(e));
        }
    }

    private static void closeAfter(Exception failure, AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception inVain) {
            failure.addSuppressed(inVain);
        }
    }

    private void prepare(Duration window) throws SQLException {
        int networkTimeout = connection.getNetworkTimeout();
        onClose(() -> connection.setNetworkTimeout(Runnable::run, networkTimeout));
        long quarter = window.toMillis() / 4;
        connection.setNetworkTimeout(Runnable::run, (int)
                Math.max(SHORTEST_NETWORK_TIMEOUT_MILLIS, Math.min(quarter, LONGEST_NETWORK_TIMEOUT_MILLIS)));
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        onClose(() -> connection.setAutoCommit(autoCommit));
        connection.rollback();
        // PostgreSQL sets timeout and isolation per transaction, because some pools reject this SQL elsewhere
        if (dialect != SqlDialect.POSTGRESQL) {
            int isolation = connection.getTransactionIsolation();
            onClose(() -> connection.setTransactionIsolation(isolation));
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            String lockTimeout = text(dialect.readLockTimeout);
            onClose(() -> execute(dialect.setLockTimeout.formatted(lockTimeout)));
            execute(dialect.setLockTimeout.formatted(dialect.twoSeconds));
        }
        isWithin = false;
    }

    /** Adds a step for the end of the conversation. The new step runs before the earlier steps, which run even if the new step fails. */
    private void onClose(Restoring step) {
        Restoring earlier = restoring;
        restoring = () -> {
            try (earlier) {
                if (!connection.isClosed()) {
                    step.close();
                }
            }
        };
    }

    @Override
    public void close() {
        isWithin = true;
        asked(() -> {
            restoring.close();
            return this;
        });
    }

    SqlDialect dialect() {
        return dialect;
    }

    String url() {
        return asked(() -> String.valueOf(connection.getMetaData().getURL()));
    }

    /**
     * Runs the work in the current transaction. Without a current transaction, the method starts a transaction with READ COMMITTED that waits at most
     * 2 s for a locked row. The new transaction is committed at the end, and rolled back after a failure. If a commit returns a warning, the method
     * throws an exception, because the commit may not be durable.
     */
    <T> T transaction(Supplier<T> work) {
        return isWithin ? work.get() : asked(() -> committed(work));
    }

    private <T> T committed(Supplier<T> work) throws SQLException {
        isWithin = true;
        try {
            begin();
            T result = work.get();
            connection.clearWarnings();
            connection.commit();
            requireNoWarning();
            return result;
        } catch (SQLException | RuntimeException e) {
            closeAfter(e, connection::rollback);
            throw e;
        } finally {
            isWithin = false;
        }
    }

    private void begin() throws SQLException {
        if (dialect == SqlDialect.POSTGRESQL) {
            if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
                execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            }
            // the commit must wait for a standby, and must warn if the wait for the standby was cancelled
            execute("SELECT set_config('lock_timeout', '2s', true), set_config('client_min_messages', 'warning', true),"
                    + " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
                    + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)");
        }
    }

    /** PostgreSQL commits locally and warns if the wait for a synchronous standby is cancelled. */
    private void requireNoWarning() throws SQLException {
        SQLWarning warning = connection.getWarnings();
        if (warning != null) {
            throw new SQLException(
                    "the commit came with a warning, so it may not be durable: " + warning.getMessage(),
                    warning.getSQLState(),
                    warning.getErrorCode(),
                    warning);
        }
    }

    /** Reads a row of a result, or uses a statement. */
    interface Reading<S, T> {
        T of(S source) throws SQLException;
    }

    String text(String sql) {
        return first(sql, row -> row.getString(1)).orElseThrow();
    }

    <T> Optional<T> first(String sql, Reading<ResultSet, T> reading, @Nullable Object... parameters) {
        return all(sql, reading, parameters).stream().findFirst();
    }

    <T> List<T> all(String sql, Reading<ResultSet, T> reading, @Nullable Object... parameters) {
        return prepared(sql, QUERY_TIMEOUT_SECONDS, parameters, select -> {
            List<T> all = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    all.add(reading.of(rows));
                }
            }
            return all;
        });
    }

    /** Returns true if the statement wrote one row, or false if no row matches or another process has inserted the same key. */
    boolean isWritten(String sql, @Nullable Object... parameters) {
        try {
            return prepared(sql, QUERY_TIMEOUT_SECONDS, parameters, write -> write.executeUpdate() == 1);
        } catch (StoreFailure e) {
            if (!SqlFault.DUPLICATE_KEY.is(e)) {
                throw e;
            }
            return false;
        }
    }

    void execute(String sql) {
        prepared(sql, 0, new Object[0], PreparedStatement::execute);
    }

    private <T> T prepared(
            String sql, int timeoutSeconds, @Nullable Object[] parameters, Reading<PreparedStatement, T> use) {
        return transaction(() -> asked(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setQueryTimeout(timeoutSeconds);
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, parameters[i]);
                }
                return use.of(statement);
            }
        }));
    }
}
