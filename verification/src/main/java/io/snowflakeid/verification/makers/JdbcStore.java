package io.snowflakeid.verification.makers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A database with tables, reached through a pool as an application would have it. */
final class JdbcStore extends LedgerStore {

    static final String DESCRIPTION = "JdbcWorkerLedger.shared(DEFAULT), pool of 2";

    final HikariDataSource pool;
    private final String ofThisRun;
    private final String copied;

    JdbcStore(MakerSettings settings, int index) {
        super(settings, index);
        pool = settings.leftOpen() ? new LeftOpenPool(config()) : new HikariDataSource(config());
        ofThisRun = " WHERE namespace = '" + settings.namespace() + "'"; // letters, digits and hyphens
        copied = settings.namespace().replace('-', '_') + "_workers";
    }

    /** Of a pool as an application would have it, which never fails for want of a server. */
    private HikariConfig config() {
        // a ledger with a short window asks so often that the pool would never look whether a connection of H2 is
        // broken
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
        HikariConfig config = database.poolConfig(2);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(settings.timeoutMillis());
        config.setValidationTimeout(Math.max(MakerSettings.LEAST_TIMEOUT_MILLIS, settings.timeoutMillis() / 2));
        return config;
    }

    /** Other code has run BEGIN on each connection, as a statement, and ends that transaction when it has the connection again. */
    private static final class LeftOpenPool extends HikariDataSource {

        LeftOpenPool(HikariConfig config) {
            super(config);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute("ROLLBACK");
                statement.execute("BEGIN");
                return connection;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }
    }

    @Override
    JdbcWorkerLedger ledger() {
        return setUp(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool)).build();
    }

    /** The ledger makes its tables itself. */
    @Override
    void prepare() {
        ledger().workers();
    }

    /** The mark lies in the table of namespaces, which the copy leaves alone, and comes first: a process may start at any moment. */
    @Override
    IdMaker.Copy copy() throws SQLException {
        IdMaker.Copy rows = copyOfWorkers();
        return () -> {
            try (JdbcStore again = new JdbcStore(settings, index)) {
                again.ledger().markRecovered();
            }
            rows.putBack();
        };
    }

    /** With a worker that is free in the copy: the next process takes it, before the copy is put back and after. */
    IdMaker.Copy copyOfWorkers() throws SQLException {
        WorkerGrant spare = ledger().acquire(TimeSource.system().wallNanos());
        ledger().release(spare, spare.from());
        execute(
                "DROP TABLE IF EXISTS " + copied,
                "CREATE TABLE " + copied + " AS SELECT * FROM snowflake_worker" + ofThisRun);
        return () -> execute(
                "DELETE FROM snowflake_worker" + ofThisRun, "INSERT INTO snowflake_worker SELECT * FROM " + copied);
    }

    /** In one transaction. */
    private void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : statements) {
                statement.execute(sql);
            }
            connection.commit();
        }
    }

    /** The ledger's tables stay: others may have begun to use them. */
    @Override
    void forget() throws SQLException {
        execute(
                "DELETE FROM snowflake_worker" + ofThisRun,
                "DELETE FROM snowflake_namespace" + ofThisRun,
                "DROP TABLE IF EXISTS " + copied);
    }

    @Override
    public void close() {
        pool.close();
    }
}
