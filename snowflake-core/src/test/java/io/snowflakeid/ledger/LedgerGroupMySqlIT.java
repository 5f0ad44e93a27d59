package io.snowflakeid.ledger;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.TestDatabase;
import java.util.List;

class LedgerGroupMySqlIT extends LedgerGroupContract {
    @Override
    List<TestDatabase> newDatabases() {
        return MySqlServers.newDatabases(2);
    }
}
