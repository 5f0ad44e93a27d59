package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class JdbcWorkerLedgerH2Test extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return TestDatabase.h2("ledger_" + UUID.randomUUID().toString().replace("-", ""));
    }

    @Test
    void whoMayNotCreateTheTablesGetsTheStatementsForOneWhoMay() throws SQLException {
        try (TestDatabase empty = newDatabase()) {
            empty.execute("CREATE USER reader PASSWORD ''");
            JdbcDataSource poor = new JdbcDataSource();
            // settings of an address are for administrators
            poor.setUrl(empty.url().substring(0, empty.url().indexOf(';')));
            poor.setUser("reader");
            poor.setPassword("");
            JdbcWorkerLedger ledger =
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, poor).build();
            assertThatThrownBy(() -> ledger.acquire(System.currentTimeMillis() * 1_000_000L))
                    .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                    .hasMessageStartingWith("the ledger's tables are missing, and could not be created (")
                    .hasMessageContaining("CREATE TABLE IF NOT EXISTS \"public\".snowflake_worker");
            assertThatThrownBy(() -> JdbcWorkerLedger.stored(poor, "default"))
                    .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                    .hasMessageStartingWith("no ledger could be read there (");
        }
    }
}
