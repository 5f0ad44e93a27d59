package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import org.junit.jupiter.api.Tag;

@Tag("long")
class JdbcWorkerLedgerMariaDbIT extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.MARIADB.newDatabase();
    }
}
