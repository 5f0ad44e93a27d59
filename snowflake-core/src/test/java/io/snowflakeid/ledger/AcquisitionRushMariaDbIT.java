package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class AcquisitionRushMariaDbIT extends AcquisitionRush {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.MARIADB.newDatabase();
    }
}
