package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

/** On MariaDB where there is no MySQL: they share their statements. */
class JdbcWorkerLedgerMySqlIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.mySqlOrMariaDb().newDatabase();
    }
}
