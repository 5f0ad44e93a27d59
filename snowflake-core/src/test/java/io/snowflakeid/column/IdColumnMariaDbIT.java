package io.snowflakeid.column;

import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;

class IdColumnMariaDbIT extends IdColumnMySqlContract {
    @Override
    TestDatabase open() {
        return OtherServers.newMariaDb();
    }
}
