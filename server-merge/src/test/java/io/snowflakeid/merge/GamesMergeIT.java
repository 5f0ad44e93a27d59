package io.snowflakeid.merge;

import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GuidGameServer;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The games whose merges {@link GoldenMergesIT} keeps, before the independent checker. */
class GamesMergeIT {

    @TempDir
    Path folder;

    @OnMySqlOrMariaDb
    void aRealGame(DatabaseServer on) throws Exception {
        realGame(on, 2, Integer.getInteger("players", 500));
    }

    @OnMySqlOrMariaDb
    @Tag("long")
    void tenServersOfARealGame(DatabaseServer on) throws Exception {
        realGame(on, 10, 60);
    }

    private void realGame(DatabaseServer on, int count, int players) throws Exception {
        CanaryServer.schema();
        try (GameServers servers = GameServers.on(on, count)) {
            servers.filled(players, CanaryServer::fill);
            new MergeTrial(servers, folder, MergeTrial.golden("canary")).mergesRightly(CanaryServer.facts());
        }
    }

    /** It counts its ids itself, in columns called guid, and its references stand in merge.yaml alone. */
    @OnMySqlOrMariaDb
    void aGameOfGuids(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 3)) {
            servers.filled(200, GuidGameServer::fill);
            new MergeTrial(servers, folder, GuidGameServer.mergeYaml() + MergeTrial.golden("guid"))
                    .mergesRightly(GuidGameServer.facts());
        }
    }

    @OnMySqlOrMariaDb
    void aGameThatDeclaresNoForeignKey(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 2)) {
            servers.filled(300, ManyReferencesServer::fill);
            new MergeTrial(servers, folder, MergeTrial.golden("many")).mergesRightly(ManyReferencesServer.facts());
        }
    }
}
