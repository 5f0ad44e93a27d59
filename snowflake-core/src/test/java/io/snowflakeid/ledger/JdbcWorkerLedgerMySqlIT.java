package io.snowflakeid.ledger;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.TestDatabase;

class JdbcWorkerLedgerMySqlIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase open() {
        return MySqlServers.newDatabase();
    }
}
