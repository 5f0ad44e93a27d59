package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.testdata.GameServers;

/** On MySQL. */
class EmbeddedIdsIT extends EmbeddedIdsCases {

    @Override
    GameServers servers(int count) {
        return GameServers.onAny(count);
    }
}
