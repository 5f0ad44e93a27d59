package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.testdata.GameServers;

/** On MariaDB. */
class EmbeddedIdsOnMariaDbIT extends EmbeddedIdsCases {

    @Override
    GameServers servers(int count) {
        return GameServers.onMariaDb(count);
    }
}
