package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What docs/worker-ids.md says of permissions, on real servers: nothing less will do, and nothing more is needed. */
class WorkerIdsPageIT {

    private static final String MYSQL_RIGHTS = """
            GRANT SELECT, UPDATE ON ids.snowflake_namespace TO 'ids'@'%';
            GRANT SELECT, INSERT, UPDATE ON ids.snowflake_worker TO 'ids'@'%';
            """;

    private static final String POSTGRES_RIGHTS = """
            GRANT SELECT, UPDATE ON snowflake_namespace TO ids;
            GRANT SELECT, INSERT, UPDATE ON snowflake_worker TO ids;
            """;

    private final String user = "ids_" + UUID.randomUUID().toString().substring(0, 8);

    @Test
    void threeRightsOnTwoTablesAreEnoughOnMySql() throws SQLException {
        try (TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase()) {
            String name = database.name();
            String rights = MYSQL_RIGHTS.replace("ids.snow", name + ".snow").replace("'ids'", "'" + user + "'");
            createTables(database);
            database.execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'secret'");
            try {
                String less = "REVOKE UPDATE ON " + name + ".snowflake_worker FROM '" + user + "'@'%'";
                assertEnough(database, rights, less, "command denied");
            } finally {
                database.execute("DROP USER '" + user + "'@'%'");
            }
        }
    }

    @Test
    void threeRightsOnTwoTablesAreEnoughOnPostgres() throws SQLException {
        try (TestDatabase database = DatabaseServer.POSTGRES.newDatabase()) {
            createTables(database);
            database.execute("CREATE ROLE " + user + " LOGIN PASSWORD 'secret'");
            try {
                String less = "REVOKE UPDATE ON snowflake_worker FROM " + user;
                assertEnough(database, POSTGRES_RIGHTS.replace("TO ids", "TO " + user), less, "permission denied");
            } finally {
                database.execute("DROP OWNED BY " + user, "DROP ROLE " + user);
            }
        }
    }

    private void assertEnough(TestDatabase database, String rights, String less, String said) throws SQLException {
        database.execute(rights.replace(";", "").lines().toArray(String[]::new));
        useEverything(database);
        database.execute(less);
        assertThatThrownBy(() -> useEverything(database))
                .hasFieldOrPropertyWithValue("reason", Reason.RIGHT_MISSING)
                .hasMessageContainingAll(said, "the user lacks a right");
    }

    /** As somebody may who is allowed to. */
    private static void createTables(TestDatabase database) {
        JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database.dataSource())
                .build();
        assertThat(ledger.workers()).isEmpty();
    }

    private void useEverything(TestDatabase database) {
        String namespace = UUID.randomUUID().toString();
        JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database.dataSource())
                .namespace(namespace)
                .build()
                .setUp();
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(user);
            pool.setPassword("secret");
            pool.setMaximumPoolSize(1);
            JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool)
                    .namespace(namespace)
                    .createTables(false)
                    .build();
            WorkerGrant first = ledger.acquire(TimeSource.system().wallNanos());
            assertThat(ledger.renew(first, first.from())).isPresent();
            ledger.release(first, first.from());
            ledger.acquire(TimeSource.system().wallNanos());
            ledger.markRecovered();
        }
    }
}
