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

/** A ledger in the tables of a database, with its connection pool. */
final class JdbcStore extends TestedLedger {

    static final String DESCRIPTION = "JdbcWorkerLedger.shared(DEFAULT), pool of 2";

    final HikariDataSource pool;
    private final String whereThisRun;
    private final String copied;

    JdbcStore(MakerSettings settings, int index) {
        super(settings, index);
        pool = settings.leftOpen() ? new LeftOpenPool(config()) : new HikariDataSource(config());
        // the namespace needs no escaping, because it contains only letters, digits and hyphens
        whereThisRun = " WHERE namespace = '" + settings.namespace() + "'";
        copied = settings.namespace().replace('-', '_') + "_workers";
    }

    private HikariConfig config() {
        // if aliveBypassWindowMs is not 0, a pool with frequent requests does not detect broken connections of H2
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
        HikariConfig config = database.poolConfig(2);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(settings.timeoutMillis());
        config.setValidationTimeout(Math.max(MakerSettings.LEAST_TIMEOUT_MILLIS, settings.timeoutMillis() / 2));
        return config;
    }

    /** A pool whose connections already have an open transaction. */
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

    @Override
    void prepare() {
        ledger().workers();
    }

    /** A restore first marks the ledger as recovered, because a process may start before the rows are replaced. */
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

    /** Releases a worker and copies the rows of workers, so that processes before and after a restore can acquire the worker. */
    IdMaker.Copy copyOfWorkers() throws SQLException {
        WorkerGrant spare = ledger().acquire(TimeSource.system().wallNanos());
        ledger().release(spare, spare.from());
        execute(
                "DROP TABLE IF EXISTS " + copied,
                "CREATE TABLE " + copied + " AS SELECT * FROM snowflake_worker" + whereThisRun);
        return () -> execute(
                "DELETE FROM snowflake_worker" + whereThisRun, "INSERT INTO snowflake_worker SELECT * FROM " + copied);
    }

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

    /** Deletes the rows that a chaos run has written to the ledger. */
    @Override
    void deleteRows() throws SQLException {
        execute(
                "DELETE FROM snowflake_worker" + whereThisRun,
                "DELETE FROM snowflake_namespace" + whereThisRun,
                "DROP TABLE IF EXISTS " + copied);
    }

    @Override
    public void close() {
        pool.close();
    }
}
