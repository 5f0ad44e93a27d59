package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.testdata.GameServers;

class IndependentCheckerOnMariaDbIT extends IndependentCheckerIT {

    @Override
    GameServers newServers() {
        return GameServers.onMariaDb(2);
    }
}
