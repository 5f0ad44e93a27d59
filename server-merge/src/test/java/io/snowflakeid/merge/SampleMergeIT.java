package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
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
        try (GameServers servers = GameServers.on(on, 2)) {
            merges(servers, 400);
        }
    }

    @Test
    void threeServersOnMariaDb() throws Exception {
        try (GameServers servers = GameServers.on(DatabaseServer.MARIADB, 3)) {
            merges(servers, 400);
        }
    }

    @Test
    void threeServersOnH2() throws Exception {
        GameSize size = GameSize.players(200);
        try (GameServers servers = GameServers.onH2(3)) {
            servers.filled((connection, server) -> SampleServer.fillH2(connection, server, size));
            new MergeTrial(servers, folder, SampleServer.mergeYaml()).mergesRightly(SampleServer.facts());
        }
    }

    private void merges(GameServers servers, int players) throws Exception {
        GameSize size = GameSize.players(players);
        servers.filled((connection, server) -> SampleServer.fill(connection, server, size));
        new MergeTrial(servers, folder, SampleServer.mergeYaml()).mergesRightly(SampleServer.facts());
    }
}
