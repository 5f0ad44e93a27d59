package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.testdata.GameServers;

/** On H2. */
class EmbeddedIdsTest extends EmbeddedIdsCases {

    @Override
    GameServers servers(int count) {
        return GameServers.onH2(count);
    }
}
