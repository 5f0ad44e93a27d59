package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class JdbcWorkerLedgerMariaDbIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.MARIADB.newDatabase();
    }
}
