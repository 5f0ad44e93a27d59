package io.snowflakeid.internal.jdbc;

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
 * Runs the library's transactions on one JDBC connection. The constructor rolls back the connection's open transaction, because a connection pool may
 * lend connections with uncommitted changes. The method {@link #close} restores the settings of the connection. The methods throw
 * {@link StoreFailure} if the driver throws an exception. The network timeout is a quarter of the window, but at least 3 s and at most 10 s.
 */
public final class OwnConnection implements AutoCloseable {

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

    private OwnConnection(Connection connection, Duration window) throws SQLException {
        this.connection = connection;
        restoring = connection::close;
        try {
            // the constructor first checks the database product, because statements may fail on an unsupported database
            dialect = SqlDialect.of(connection);
            prepare(window);
        } catch (SQLException | RuntimeException e) {
            closeAfter(e, restoring);
            throw e;
        }
    }

    public static OwnConnection open(PhysicalSource source, Duration window) {
        return asked(() -> new OwnConnection(source.connect(), window));
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
        // on PostgreSQL, begin() sets timeout and isolation, because some pools reject settings of a session
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

    /** Adds an action that {@link #close} runs. The method {@link #close} runs all actions in reverse order, even if one action fails. */
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

    public SqlDialect dialect() {
        return dialect;
    }

    String url() {
        return asked(() -> String.valueOf(connection.getMetaData().getURL()));
    }

    /**
     * Runs the work in the current transaction, or in a new transaction with READ COMMITTED and a lock timeout of 2 s. The method commits or rolls
     * back only a transaction that the method itself has started. If a commit returns a warning, the method throws an exception, because the commit
     * may not be durable.
     */
    public <T> T transaction(Supplier<T> work) {
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
            // with synchronous_commit, a commit waits until a synchronous standby server has stored the transaction
            execute("SELECT set_config('lock_timeout', '2s', true), set_config('client_min_messages', 'warning', true),"
                    + " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
                    + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)");
        }
    }

    /** If the wait for a synchronous standby is cancelled, PostgreSQL commits locally and returns a warning. */
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

    public interface Reading<S, T> {
        T of(S source) throws SQLException;
    }

    public String text(String sql) {
        return first(sql, row -> row.getString(1)).orElseThrow();
    }

    public <T> Optional<T> first(String sql, Reading<ResultSet, T> reading, @Nullable Object... parameters) {
        return all(sql, reading, parameters).stream().findFirst();
    }

    public <T> List<T> all(String sql, Reading<ResultSet, T> reading, @Nullable Object... parameters) {
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

    /** Returns true if the statement wrote exactly one row, or false after a duplicate key error. */
    public boolean isWritten(String sql, @Nullable Object... parameters) {
        try {
            return prepared(sql, QUERY_TIMEOUT_SECONDS, parameters, write -> write.executeUpdate() == 1);
        } catch (StoreFailure e) {
            if (!SqlFault.DUPLICATE_KEY.is(e)) {
                throw e;
            }
            return false;
        }
    }

    public void execute(String sql) {
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
