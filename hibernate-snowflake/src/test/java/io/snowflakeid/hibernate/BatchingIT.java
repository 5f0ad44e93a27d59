package io.snowflakeid.hibernate;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.TestDatabase;

class BatchingIT extends BatchingContract {
    @Override
    TestDatabase newDatabase() {
        return MySqlServers.newDatabase();
    }
}
