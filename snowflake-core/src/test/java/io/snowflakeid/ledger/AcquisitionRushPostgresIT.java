package io.snowflakeid.ledger;

import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;

class AcquisitionRushPostgresIT extends AcquisitionRush {
    @Override
    TestDatabase newDatabase() {
        return OtherServers.newPostgres();
    }
}
