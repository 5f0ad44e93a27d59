package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

class OtherDatabaseTest {

    @Test
    void aLedgerIsNotKeptInADatabaseThatItsRulesWereNotProvedOn() {
        SQLiteDataSource other = new SQLiteDataSource();
        other.setUrl("jdbc:sqlite::memory:");
        WorkerLedger ledger =
                JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, other).build();
        String[] said = {
            "a ledger is kept in MySQL, MariaDB, PostgreSQL or H2",
            "the data source leads to SQLite 3.",
            "give the ledger a data source of one of those"
        };

        assertThatThrownBy(() -> SnowflakeIdGenerator.on(ledger).close())
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContainingAll(said);
        assertThatThrownBy(() -> JdbcWorkerLedger.stored(other, "default"))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContainingAll(said);
    }
}
