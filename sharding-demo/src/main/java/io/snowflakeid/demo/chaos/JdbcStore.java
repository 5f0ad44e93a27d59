package io.snowflakeid.demo.chaos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.demo.DemoDatabase;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** A database with tables, reached through a pool as an application would have it. */
record JdbcStore(DemoDatabase database) implements LedgerStore {

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
        try (HikariDataSource pool = pool(setup.timeoutMillis())) {
            ledger(setup, pool).workers();
        }
    }

    @Override
    public Opened open(Setup setup) {
        HikariDataSource pool = pool(setup.timeoutMillis());
        return new Opened(ledger(setup, pool), pool::close);
    }

    private static JdbcWorkerLedger ledger(Setup setup, DataSource pool) {
        return JdbcWorkerLedger.shared(setup.layout(), pool)
                .workers(setup.firstWorker(), setup.lastWorker())
                .namespace(setup.settings().namespace())
                .window(Duration.ofMillis(setup.settings().windowMillis()))
                .holder(setup.holder())
                .build();
    }

    private HikariDataSource pool(long timeoutMillis) {
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
        return new HikariDataSource(config);
    }

    /** The tables stay: others may have begun to use them. */
    @Override
    public void forget(String namespace) throws SQLException {
        try (Connection connection = database.connect()) {
            for (String table : List.of("snowflake_worker", "snowflake_namespace")) {
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + table + " WHERE namespace = ?")) {
                    delete.setString(1, namespace);
                    delete.executeUpdate();
                }
            }
        }
    }
}
