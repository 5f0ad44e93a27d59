package io.snowflakeid.ledger;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.TestDatabase;

class AcquisitionRushMySqlIT extends AcquisitionRush {
    @Override
    TestDatabase newDatabase() {
        return MySqlServers.newDatabase();
    }
}
