package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.GameServers;

class HardMergeOnMariaDbIT extends HardMergeIT {

    @Override
    GameServers newServers() {
        return GameServers.onMariaDb(3);
    }
}
