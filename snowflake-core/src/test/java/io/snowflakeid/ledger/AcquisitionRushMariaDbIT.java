package io.snowflakeid.ledger;

import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;

class AcquisitionRushMariaDbIT extends AcquisitionRush {
    @Override
    TestDatabase newDatabase() {
        return OtherServers.newMariaDb();
    }
}
