package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A game that declares no foreign key is merged by what merge.yaml says. */
class ManyReferencesMergeIT {

    @TempDir
    Path folder;

    @OnMySqlOrMariaDb
    void twoServers(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 2)) {
            merges(servers, 300);
        }
    }

    @Test
    @Tag("long")
    void threeServersOnMariaDb() throws Exception {
        try (GameServers servers = GameServers.on(DatabaseServer.MARIADB, 3)) {
            merges(servers, 100);
        }
    }

    private void merges(GameServers servers, int players) throws Exception {
        GameSize size = GameSize.players(players);
        servers.filled((connection, server) -> ManyReferencesServer.fill(connection, server, size));
        new MergeTrial(servers, folder, ManyReferencesServer.mergeYaml()).mergesRightly(ManyReferencesServer.facts());
    }
}
