package io.snowflakeid.hibernate;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;

class BatchingIT extends BatchingContract {
    @Override
    TestDatabase newDatabase() {
        return DatabaseServer.MYSQL.newDatabase();
    }
}
