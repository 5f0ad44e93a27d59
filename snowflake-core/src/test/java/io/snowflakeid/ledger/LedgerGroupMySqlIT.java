package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.util.List;

class LedgerGroupMySqlIT extends LedgerGroupContract {
    @Override
    List<TestDatabase> newDatabases() {
        return DatabaseServer.mySqlOrMariaDb().newDatabases(2);
    }
}
