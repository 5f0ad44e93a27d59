package io.snowflakeid.ledger;

import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;

class JdbcWorkerLedgerPostgresIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return OtherServers.newPostgres();
    }
}
