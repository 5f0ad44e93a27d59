package io.snowflakeid.column;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class IdColumnMySqlIT extends IdColumnMySqlContract {
    @Override
    TestDatabase open() {
        return DatabaseServer.MYSQL.newDatabase();
    }
}
