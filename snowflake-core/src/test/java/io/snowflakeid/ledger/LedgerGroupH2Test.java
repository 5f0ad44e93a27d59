package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.TestDatabase;
import java.util.List;
import java.util.UUID;

class LedgerGroupH2Test extends LedgerGroupContract {
    @Override
    List<TestDatabase> newDatabases() {
        String name = "group_" + UUID.randomUUID().toString().replace("-", "");
        return List.of(TestDatabase.h2(name + "_lower"), TestDatabase.h2(name + "_upper"));
    }
}
