package io.snowflakeid.column;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class IdColumnMariaDbIT extends IdColumnMySqlContract {
    @Override
    TestDatabase open() {
        return DatabaseServer.MARIADB.newDatabase();
    }
}
