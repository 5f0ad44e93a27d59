package io.snowflakeid.ledger;

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
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one conversation, in transactions of the ledger's own; handed back as it was. What other code has left open on
 * a pooled connection is rolled back before, or the ledger would read its own uncommitted row, and believe a grant that the next
 * rollback undoes.
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
    private boolean isWithin; // a transaction
    private final Deque<Step> undo = new ArrayDeque<>(); // the last change first

    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private interface Step {
        void run() throws SQLException;
    }

    private LedgerConnection(Connection connection) throws SQLException {
        this.connection = connection;
        dialect = SqlDialect.of(connection); // other databases lack what follows, and would say that
    }

    static LedgerConnection open(DataSource dataSource, Duration window) throws SQLException {
        Connection connection = dataSource.getConnection();
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
    }

    private static void closeAfter(Exception failure, AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception inVain) {
            failure.addSuppressed(inVain);
        }
    }

    /** Of the database at the other end. */
    SqlDialect dialect() {
        return dialect;
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
        if (dialect.setsUpEachTransaction()) { // pools that filter SQL deny the statement for the connection
            return;
        }
        int isolation = connection.getTransactionIsolation();
        undo.push(() -> connection.setTransactionIsolation(isolation));
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        String lockTimeout = dialect.lockTimeout(connection);
        undo.push(() -> dialect.setLockTimeout(connection, lockTimeout));
        dialect.setLockTimeout(connection, dialect.twoSeconds);
    }

    /**
     * Does the work in the transaction that is under way, else in one of its own: READ COMMITTED, waiting for a locked row for no more than
     * 2 s. It is committed at the end, and rolled back after a failure.
     *
     * @throws SQLException also if the commit came with a warning: the server may not have made it durable
     */
    <T> T transaction(Work<T> work) throws SQLException {
        if (isWithin) {
            return work.on(connection);
        }
        isWithin = true;
        try {
            dialect.begin(connection);
            T result = work.on(connection);
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

    /** On a connection that is closed there is nothing to undo. */
    @Override
    public void close() throws SQLException {
        try (connection) {
            undoNext();
        }
    }

    /** A failure keeps no earlier change from being undone. */
    private void undoNext() throws SQLException {
        Step last = undo.poll();
        if (last == null) {
            return;
        }
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

    // ---- statements, which may take 5 s at most

    /** What is made of a row of a result. */
    interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    static <T> Optional<T> first(Connection connection, String sql, Reading<T> reading, @Nullable Object... parameters)
            throws SQLException {
        return all(connection, sql, reading, parameters).stream().findFirst();
    }

    static <T> List<T> all(Connection connection, String sql, Reading<T> reading, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, parameters);
                ResultSet rows = select.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reading.of(rows));
            }
            return all;
        }
    }

    /** Whether one row is written; false if none is as it has to be, or if there is one with this key already. */
    static boolean isWritten(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            if (!SqlFault.isDuplicateKey(e)) {
                throw e;
            }
            return false; // another process was first
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql)) {
            statement.execute();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
