package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class AcquisitionRushMySqlIT extends AcquisitionRush {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.MYSQL.newDatabase();
    }
}
