package io.snowflakeid.hibernate;

import io.snowflakeid.testing.servers.TestDatabase;

class BatchingIT extends BatchingContract {
    @Override
    TestDatabase newDatabase() {
        return HibernateOn.newMySqlOrMariaDb();
    }
}
