package io.snowflakeid.demo.chaos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database with tables, reached through a pool as an application would have it. */
record JdbcStore(Database database) implements LedgerStore {

    private static final int POOL_SIZE = 2;
    private static final long LEAST_TIMEOUT_MILLIS = 250;

    @Override
    public String describe() {
        return "JdbcWorkerLedger.shared(DEFAULT), pool of " + POOL_SIZE;
    }

    /** MariaDB calls itself MySQL 5.5.5 to drivers, and says further behind what it is. */
    @Override
    public String version() throws SQLException {
        try (Connection connection = database.connect()) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return version.contains("MariaDB")
                    ? version.replaceFirst("^5\\.5\\.5-", "").replaceFirst("(.*)-MariaDB.*", "MariaDB $1")
                    : connection.getMetaData().getDatabaseProductName() + " " + version;
        }
    }

    /** The ledger makes its tables itself. */
    @Override
    public void prepare(Setup setup) {
        try (HikariDataSource pool = pool(setup)) {
            ledger(setup, pool).workers();
        }
    }

    @Override
    public Opened open(Setup setup) {
        HikariDataSource pool = pool(setup);
        return new Opened(ledger(setup, pool), pool::close);
    }

    static JdbcWorkerLedger ledger(Setup setup, DataSource pool) {
        return JdbcWorkerLedger.shared(setup.layout(), pool)
                .workers(setup.firstWorker(), setup.lastWorker())
                .namespace(setup.settings().namespace())
                .window(Duration.ofMillis(setup.settings().windowMillis()))
                .holder(setup.holder())
                .build();
    }

    HikariDataSource pool(Setup setup) {
        HikariConfig config = config(setup.timeoutMillis());
        return setup.settings().leftOpen() ? new LeftOpenPool(config) : new HikariDataSource(config);
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

    private HikariConfig config(long timeoutMillis) {
        // a ledger with a short window asks so often that the pool would never look whether a connection of H2 is
        // broken
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
        HikariConfig config = new HikariConfig();
        config.setPoolName("ledger");
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(1);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(Math.max(LEAST_TIMEOUT_MILLIS, timeoutMillis));
        config.setValidationTimeout(Math.max(LEAST_TIMEOUT_MILLIS, timeoutMillis / 2));
        return config;
    }

    /** The mark lies in the table of namespaces, which the copy leaves alone, and comes first: a process may start at any moment. */
    @Override
    public IdMaker.Copy copy(Setup setup) throws SQLException {
        IdMaker.Copy rows = copyOfWorkers(setup);
        return () -> {
            try (HikariDataSource pool = pool(setup)) {
                ledger(setup, pool).markRecovered();
            }
            rows.putBack();
        };
    }

    /** With a worker that is free in the copy: the next process takes it, before the copy is put back and after. */
    IdMaker.Copy copyOfWorkers(Setup setup) throws SQLException {
        String namespace = setup.settings().namespace();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (HikariDataSource pool = pool(setup);
                Connection connection = database.connect();
                PreparedStatement select =
                        connection.prepareStatement("SELECT * FROM snowflake_worker WHERE namespace = ?")) {
            WorkerGrant spare = ledger(setup, pool).acquire(TimeSource.system().wallNanos());
            ledger(setup, pool).release(spare, spare.from());
            select.setString(1, namespace);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    List<@Nullable Object> values = new ArrayList<>();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        values.add(row.getObject(i));
                    }
                    rows.add(values);
                }
            }
        }
        return () -> {
            try (Connection connection = database.connect()) {
                connection.setAutoCommit(false);
                delete(connection, "snowflake_worker", namespace);
                insert(connection, rows);
                connection.commit();
            }
        };
    }

    private static void insert(Connection connection, List<List<@Nullable Object>> rows) throws SQLException {
        for (List<@Nullable Object> row : rows) {
            String values = String.join(", ", Collections.nCopies(row.size(), "?"));
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO snowflake_worker VALUES (" + values + ")")) {
                for (int i = 0; i < row.size(); i++) {
                    insert.setObject(i + 1, row.get(i));
                }
                insert.executeUpdate();
            }
        }
    }

    private static void delete(Connection connection, String table, String namespace) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE namespace = ?")) {
            delete.setString(1, namespace);
            delete.executeUpdate();
        }
    }

    /** The tables stay: others may have begun to use them. */
    @Override
    public void forget(String namespace) throws SQLException {
        try (Connection connection = database.connect()) {
            for (String table : List.of("snowflake_worker", "snowflake_namespace")) {
                delete(connection, table, namespace);
            }
        }
    }
}
