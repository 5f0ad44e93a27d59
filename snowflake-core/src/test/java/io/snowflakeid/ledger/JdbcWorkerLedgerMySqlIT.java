package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** On MariaDB where there is no MySQL: they share their statements. */
class JdbcWorkerLedgerMySqlIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.mySqlOrMariaDb().newDatabase();
    }

    /** Of a pool whose sessions are not strict, and count the rows that changed rather than those that were found. */
    @Test
    void noStatementDependsOnTheModeOfTheSession() throws SQLException {
        SnowflakeLayout wholeSeconds = SnowflakeLayout.KUBERNETES;
        try (TestDatabase database = newDatabase()) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(database.url());
            config.addDataSourceProperty("useAffectedRows", "true");
            config.setUsername(database.user());
            config.setPassword(database.password());
            config.setConnectionInitSql("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,ANSI_QUOTES,PIPES_AS_CONCAT'");
            try (HikariDataSource pool = new HikariDataSource(config)) {
                JdbcWorkerLedger ledger =
                        JdbcWorkerLedger.shared(wholeSeconds, pool).build();
                WorkerGrant grant = ledger.acquire(TimeSource.system().wallNanos());
                for (int i = 0; i < 5; i++) { // within one tick nothing changes
                    assertThat(ledger.renew(grant, grant.from())).isPresent();
                }
                ledger.release(grant, grant.from());
                WorkerGrant next = ledger.acquire(TimeSource.system().wallNanos());
                assertThat(next.worker()).isEqualTo(grant.worker());
                assertThat(next.from()).isGreaterThanOrEqualTo(grant.from());
            }
        }
    }

    /** As code of the application does that shares the pool, and does not restore it. */
    @Test
    void aCatalogThatOtherCodeHasSetDoesNotCount() throws SQLException {
        try (TestDatabase database = newDatabase();
                TestDatabase other = newDatabase();
                Connection left = database.connect()) {
            left.setCatalog(other.name());
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.pooled = left;
            WorkerGrant first = acquire(pool);
            assertThat(acquire(database.dataSource()).worker()).isGreaterThan(first.worker());
            assertThat(left.getCatalog()).isEqualTo(other.name());
        }
    }

    private static WorkerGrant acquire(DataSource dataSource) {
        return JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource)
                .build()
                .acquire(TimeSource.system().wallNanos());
    }

    @Test
    void anAddressThatNamesNoDatabaseIsRejected() throws SQLException {
        try (TestDatabase database = newDatabase()) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(database.url().replace("/" + database.name(), "/"));
            config.setUsername(database.user());
            config.setPassword(database.password());
            config.setCatalog(database.name());
            try (HikariDataSource pool = new HikariDataSource(config)) {
                assertThatThrownBy(() -> acquire(pool))
                        .isInstanceOf(WorkerLedgerException.class)
                        .hasMessageContainingAll("names no database", "jdbc:mysql://host:3306/ids");
            }
        }
    }
}
