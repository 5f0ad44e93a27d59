package io.snowflakeid.ledger;

import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;

class JdbcWorkerLedgerMariaDbIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return OtherServers.newMariaDb();
    }
}
