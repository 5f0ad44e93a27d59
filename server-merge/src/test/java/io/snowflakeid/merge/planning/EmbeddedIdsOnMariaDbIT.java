package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.servers.DatabaseServer;
import org.junit.jupiter.api.Tag;

/** On MariaDB. */
@Tag("long")
class EmbeddedIdsOnMariaDbIT extends EmbeddedIdsCases {

    @Override
    GameServers servers(int count) {
        return GameServers.on(DatabaseServer.MARIADB, count);
    }
}
