package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.internal.jdbc.SqlDialect;
import io.snowflakeid.internal.jdbc.TablePlace;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class JdbcWorkerLedgerPostgresIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.POSTGRES.newDatabase();
    }

    /** As HikariCP's setting {@code schema} does, and as other code may leave it behind. */
    @Test
    void aSchemaThatAPoolSetsDoesNotCountAndTheAddressCanNameIt() throws SQLException {
        try (TestDatabase database = newDatabase();
                Connection pooled = database.connect();
                Statement statement = pooled.createStatement()) {
            statement.execute("CREATE SCHEMA ids");
            pooled.setSchema("ids");
            statement.execute(SqlDialect.POSTGRESQL.script(JdbcLedgerStore.class, new TablePlace("", "")));
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.pooled = pooled;
            assertThatThrownBy(() -> acquire(pool))
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContainingAll(
                            "leads to schema public of database ", "its tables are in ids", "?currentSchema=ids");
            String address = database.url() + (database.url().contains("?") ? "&" : "?") + "currentSchema=ids";
            new JdbcWorkerLedger.Builder(
                            SnowflakeLayout.DEFAULT,
                            OptionalLong.empty(),
                            PhysicalSource.at(address, database.user(), database.password()))
                    .build()
                    .acquire(TimeSource.system().wallNanos());
            try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM ids.snowflake_worker")) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(1);
            }
        }
    }

    private static void acquire(DataSource dataSource) {
        JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource)
                .build()
                .acquire(TimeSource.system().wallNanos());
    }
}
