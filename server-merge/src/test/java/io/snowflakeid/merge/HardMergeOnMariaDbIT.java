package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.DatabaseServer;
import org.junit.jupiter.api.Tag;

@Tag("long")
class HardMergeOnMariaDbIT extends HardMergeIT {

    @Override
    GameServers newServers() {
        return GameServers.on(DatabaseServer.MARIADB, 3);
    }
}
