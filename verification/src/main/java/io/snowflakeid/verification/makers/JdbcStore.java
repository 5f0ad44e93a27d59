package io.snowflakeid.verification.makers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
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
final class JdbcStore implements LedgerStore {

    static final String DESCRIPTION = "JdbcWorkerLedger.shared(DEFAULT), pool of 2";

    private final Setup setup;
    private final HikariDataSource pool;

    JdbcStore(Setup setup) {
        this.setup = setup;
        HikariConfig config = setup.settings().poolOf(setup.database());
        pool = setup.settings().leftOpen() ? new LeftOpenPool(config) : new HikariDataSource(config);
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

    /** Product and version. MariaDB calls itself MySQL 5.5.5 to drivers, and says further behind what it is. */
    static String version(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return version.contains("MariaDB")
                    ? version.replaceFirst("^5\\.5\\.5-", "").replaceFirst("(.*)-MariaDB.*", "MariaDB $1")
                    : connection.getMetaData().getDatabaseProductName() + " " + version;
        }
    }

    @Override
    public JdbcWorkerLedger ledger() {
        return ledger(pool);
    }

    JdbcWorkerLedger ledger(DataSource source) {
        return JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, source)
                .workers(setup.firstWorker(), setup.lastWorker())
                .namespace(setup.settings().namespace())
                .window(Duration.ofMillis(setup.settings().windowMillis()))
                .holder(setup.holder())
                .build();
    }

    DataSource pool() {
        return pool;
    }

    /** The ledger makes its tables itself. */
    @Override
    public void prepare() {
        ledger().workers();
    }

    /** The mark lies in the table of namespaces, which the copy leaves alone, and comes first: a process may start at any moment. */
    @Override
    public IdMaker.Copy copy() throws SQLException {
        IdMaker.Copy rows = copyOfWorkers();
        return () -> {
            try (JdbcStore again = new JdbcStore(setup)) {
                again.ledger().markRecovered();
            }
            rows.putBack();
        };
    }

    /** With a worker that is free in the copy: the next process takes it, before the copy is put back and after. */
    IdMaker.Copy copyOfWorkers() throws SQLException {
        WorkerGrant spare = ledger().acquire(TimeSource.system().wallNanos());
        ledger().release(spare, spare.from());
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Connection connection = setup.database().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM snowflake_worker" + ofThisRun())) {
            while (row.next()) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    values.add(row.getObject(i));
                }
                rows.add(values);
            }
        }
        return () -> {
            try (Connection connection = setup.database().connect()) {
                connection.setAutoCommit(false);
                delete(connection, "snowflake_worker");
                for (List<@Nullable Object> row : rows) {
                    insert(connection, row);
                }
                connection.commit();
            }
        };
    }

    private static void insert(Connection connection, List<@Nullable Object> row) throws SQLException {
        String values = String.join(", ", Collections.nCopies(row.size(), "?"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO snowflake_worker VALUES (" + values + ")")) {
            for (int i = 0; i < row.size(); i++) {
                insert.setObject(i + 1, row.get(i));
            }
            insert.executeUpdate();
        }
    }

    private void delete(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM " + table + ofThisRun());
        }
    }

    /** The name is the run's own, letters, digits and hyphens. */
    private String ofThisRun() {
        return " WHERE namespace = '" + setup.settings().namespace() + "'";
    }

    /** The tables stay: others may have begun to use them. */
    @Override
    public void forget() throws SQLException {
        try (Connection connection = setup.database().connect()) {
            delete(connection, "snowflake_worker");
            delete(connection, "snowflake_namespace");
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
