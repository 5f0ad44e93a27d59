package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class JdbcWorkerLedgerPostgresIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.POSTGRES.newDatabase();
    }

    /** As migrations have made them there, and as HikariCP's setting {@code schema} leads to them. */
    @Test
    void tablesInTheSchemaOfAPoolAreUsed() throws SQLException {
        try (TestDatabase database = newDatabase();
                Connection pooled = database.connect();
                Statement statement = pooled.createStatement()) {
            statement.execute("CREATE SCHEMA ids");
            pooled.setSchema("ids");
            for (String create : SqlDialect.statements(SqlDialect.POSTGRESQL.script(new LedgerPlace("", "")))) {
                statement.execute(create);
            }
            statement.execute(
                    "INSERT INTO ids.snowflake_namespace (namespace, layout, scope, version) VALUES ('default', '"
                            + SnowflakeLayout.DEFAULT.spec() + "', 'shared', 1)");
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.handOutAlways(pooled);
            JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool)
                    .createTables(false)
                    .build();
            ledger.acquire(TimeSource.system().wallNanos());
            try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM ids.snowflake_worker")) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(1);
            }
        }
    }
}
