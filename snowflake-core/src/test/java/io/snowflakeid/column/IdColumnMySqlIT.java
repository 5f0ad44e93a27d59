package io.snowflakeid.column;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.TestDatabase;

class IdColumnMySqlIT extends IdColumnMySqlContract {
    @Override
    TestDatabase open() {
        return MySqlServers.newDatabase();
    }
}
