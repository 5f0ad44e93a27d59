package io.snowflakeid.ledger;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.TestDatabase;

class JdbcWorkerLedgerMySqlIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return MySqlServers.newDatabase();
    }
}
