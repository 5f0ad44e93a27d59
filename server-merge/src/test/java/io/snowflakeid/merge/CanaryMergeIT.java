package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of a real game are merged. */
class CanaryMergeIT {

    @TempDir
    Path folder;

    @BeforeAll
    static void needsItsSchema() {
        CanaryServer.schema();
    }

    @OnMySqlOrMariaDb
    void twoServers(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 2)) {
            merges(servers, 500);
        }
    }

    @Test
    @Tag("long")
    void threeServersOnMariaDb() throws Exception {
        try (GameServers servers = GameServers.on(DatabaseServer.MARIADB, 3)) {
            merges(servers, 300);
        }
    }

    @OnMySqlOrMariaDb
    @Tag("long")
    void tenServers(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 10)) {
            merges(servers, 60);
        }
    }

    private void merges(GameServers servers, int players) throws Exception {
        GameSize size = GameSize.players(Integer.getInteger("players", players));
        servers.filled((connection, server) -> CanaryServer.fill(connection, server, size));
        new MergeTrial(servers, folder, CanaryServer.mergeYaml()).mergesRightly(CanaryServer.facts());
    }
}
