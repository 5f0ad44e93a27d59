package io.snowflakeid.merge;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.testdata.CanaryServer;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.GuidGameServer;
import io.snowflakeid.merge.testdata.ManyReferencesServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The games whose merges {@link GoldenMergesIT} keeps, before the independent checker. */
class GamesMergeIT {

    @TempDir
    Path folder;

    @OnMySqlOrMariaDb
    void aRealGame(DatabaseServer on) throws Exception {
        CanaryServer.schema();
        GameSize size = GameSize.players(Integer.getInteger("players", 500));
        try (GameServers servers = GameServers.on(on, 2)) {
            servers.filled((connection, server) -> CanaryServer.fill(connection, server, size));
            new MergeTrial(servers, folder, golden("canary")).mergesRightly(CanaryServer.facts());
        }
    }

    @OnMySqlOrMariaDb
    @Tag("long")
    void tenServersOfARealGame(DatabaseServer on) throws Exception {
        CanaryServer.schema();
        GameSize size = GameSize.players(60);
        try (GameServers servers = GameServers.on(on, 10)) {
            servers.filled((connection, server) -> CanaryServer.fill(connection, server, size));
            new MergeTrial(servers, folder, golden("canary")).mergesRightly(CanaryServer.facts());
        }
    }

    /** It counts its ids itself, in columns called guid, and its references stand in merge.yaml alone. */
    @OnMySqlOrMariaDb
    void aGameOfGuids(DatabaseServer on) throws Exception {
        GameSize size = GameSize.players(200);
        MergeFacts facts = new MergeFacts().rows(RowsOf.MAIN, "account_data", "creature_respawn", "level_rewards");
        GuidGameServer.references().forEach((reference, none) -> {
            String[] parts = reference.split(" when ", -1);
            long[] nobody = none.stream().mapToLong(Long::longValue).toArray();
            facts.reference(parts[0], parts.length == 2 ? parts[1] : "", Lost.DROP, Lost.DROP, nobody);
        });
        String references = GuidGameServer.mergeYaml().replace(" }\n", ", orphans: drop }\n");
        try (GameServers servers = GameServers.on(on, 3)) {
            servers.filled((connection, server) -> GuidGameServer.fill(connection, server, size, true));
            new MergeTrial(servers, folder, references + golden("guid")).mergesRightly(facts);
        }
    }

    @OnMySqlOrMariaDb
    void aGameThatDeclaresNoForeignKey(DatabaseServer on) throws Exception {
        GameSize size = GameSize.players(300);
        try (GameServers servers = GameServers.on(on, 2)) {
            servers.filled((connection, server) -> ManyReferencesServer.fill(connection, server, size));
            new MergeTrial(servers, folder, golden("many")).mergesRightly(ManyReferencesServer.facts());
        }
    }

    private static String golden(String name) throws IOException {
        return Files.readString(Path.of("src/test/resources/io/snowflakeid/merge/golden", name + ".yaml"));
    }
}
