package io.snowflakeid.hibernate;

import io.snowflakeid.testing.servers.TestDatabase;

class BatchingTest extends BatchingContract {
    @Override
    TestDatabase newDatabase() {
        return HibernateOn.newH2();
    }
}
