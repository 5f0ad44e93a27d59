package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameServers.SizedFilling;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample game is merged by the merge.yaml that is shipped with it. */
class SampleMergeIT {

    @TempDir
    Path folder;

    @OnMySqlOrMariaDb
    void twoServers(DatabaseServer on) throws Exception {
        merges(GameServers.on(on, 2), 400, SampleServer::fill);
    }

    @Test
    void threeServersOnMariaDb() throws Exception {
        merges(GameServers.on(DatabaseServer.MARIADB, 3), 400, SampleServer::fill);
    }

    @Test
    void threeServersOnH2() throws Exception {
        merges(GameServers.onH2(3), 200, SampleServer::fillH2);
    }

    private void merges(GameServers servers, int players, SizedFilling filling) throws Exception {
        try (servers) {
            servers.filled(players, filling);
            new MergeTrial(servers, folder, SampleServer.mergeYaml()).mergesRightly(SampleServer.facts());
        }
    }
}
