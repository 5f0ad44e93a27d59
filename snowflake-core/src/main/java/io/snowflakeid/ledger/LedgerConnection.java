package io.snowflakeid.ledger;

import io.snowflakeid.ledger.spi.StoreFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one conversation, in transactions of the ledger's own; handed back as it was. What other code has left open on
 * a pooled connection is rolled back before, or the ledger would read its own uncommitted row, and believe a grant that the next
 * rollback undoes. Whatever the driver throws is a {@link StoreFailure}.
 *
 * <p>A server that has vanished is given up after a quarter of the window, but not before a locked row would be, nor later than after
 * {@value #LONGEST_NETWORK_TIMEOUT_MILLIS} ms: it must not hold the keeper while the window ends.
 */
final class LedgerConnection implements AutoCloseable {

    private static final int SHORTEST_NETWORK_TIMEOUT_MILLIS = 3_000;
    private static final int LONGEST_NETWORK_TIMEOUT_MILLIS = 10_000;
    private static final int QUERY_TIMEOUT_SECONDS = 5;

    private final Connection connection;
    private final SqlDialect dialect;
    private final Deque<Step> undo = new ArrayDeque<>(); // the last change first
    private boolean isWithin = true; // a transaction, or what comes before and after all of them

    /** Where connections come from. */
    interface Source {
        Connection connect() throws SQLException;
    }

    private interface Call<T> {
        T run() throws SQLException;
    }

    private interface Step {
        void run() throws SQLException;
    }

    private LedgerConnection(Connection connection) throws SQLException {
        this.connection = connection;
        dialect = SqlDialect.of(connection); // other databases lack what follows, and would say that
    }

    static LedgerConnection open(Source source, Duration window) {
        return asked(() -> {
            Connection connection = source.connect();
            AutoCloseable opened = connection;
            try {
                LedgerConnection own = new LedgerConnection(connection);
                opened = own;
                own.prepare(window);
                return own;
            } catch (SQLException | RuntimeException e) {
                closeAfter(e, opened);
                throw e;
            }
        });
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
        undo.push(() -> connection.setNetworkTimeout(Runnable::run, networkTimeout));
        long quarter = window.toMillis() / 4;
        connection.setNetworkTimeout(Runnable::run, (int)
                Math.max(SHORTEST_NETWORK_TIMEOUT_MILLIS, Math.min(quarter, LONGEST_NETWORK_TIMEOUT_MILLIS)));
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        undo.push(() -> connection.setAutoCommit(autoCommit));
        connection.rollback();
        if (dialect != SqlDialect.POSTGRESQL) { // it has both for a transaction; pools that filter SQL deny them before
            int isolation = connection.getTransactionIsolation();
            undo.push(() -> connection.setTransactionIsolation(isolation));
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            String lockTimeout =
                    all(dialect.readLockTimeout, row -> row.getString(1)).get(0);
            undo.push(() -> execute(dialect.setLockTimeout.formatted(lockTimeout)));
            execute(dialect.setLockTimeout.formatted(dialect.twoSeconds));
        }
        isWithin = false;
    }

    /** Of the database at the other end. */
    SqlDialect dialect() {
        return dialect;
    }

    /** The address, as the driver tells it. */
    String url() {
        return asked(() -> String.valueOf(connection.getMetaData().getURL()));
    }

    /** On a connection that is closed there is nothing to undo. */
    @Override
    public void close() {
        isWithin = true;
        asked(() -> {
            try (connection) {
                undoNext();
                return connection;
            }
        });
    }

    /** A failure keeps no earlier change from being undone. */
    private void undoNext() throws SQLException {
        Step last = undo.poll();
        if (last != null) {
            try {
                if (!connection.isClosed()) {
                    last.run();
                }
            } catch (SQLException | RuntimeException e) {
                closeAfter(e, this::undoNext);
                throw e;
            }
            undoNext();
        }
    }

    // ---- transactions

    /**
     * Does the work in the transaction that is under way, else in one of its own: READ COMMITTED, waiting for a locked row for no more than
     * 2 s. It is committed at the end, and rolled back after a failure. A commit that comes with a warning has failed: the server may not have
     * made it durable.
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
            // a warning of the commit must come, in any language, and tells that it waited for a standby in vain
            execute("SELECT set_config('lock_timeout', '2s', true), set_config('client_min_messages', 'warning', true),"
                    + " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
                    + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)");
        }
    }

    /** PostgreSQL commits locally, and warns, where waiting for a synchronous standby is cancelled. */
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

    // ---- statements, each in the transaction that is under way, else in one of its own

    /** What is made of a row of a result, or of a statement. */
    interface Reading<S, T> {
        T of(S source) throws SQLException;
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

    /** Whether one row is written; false if none is as it has to be, or if there is one with this key already. */
    boolean isWritten(String sql, @Nullable Object... parameters) {
        try {
            return prepared(sql, QUERY_TIMEOUT_SECONDS, parameters, write -> write.executeUpdate() == 1);
        } catch (StoreFailure e) {
            if (!SqlFault.DUPLICATE_KEY.is(e)) {
                throw e;
            }
            return false; // another process was first
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
