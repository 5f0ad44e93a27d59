package io.snowflakeid.merge;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.GuidGameServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A game that counts its ids itself, in columns called guid, and whose references stand in merge.yaml alone. */
class GuidGameMergeIT {

    /** Besides the references: what nothing refers to, settings, and numbers of kinds that look like ids. */
    private static final String SETTINGS = """
            tables:
              calendar_invites: { ids: offset }
              corpse: { ids: offset }
              gm_ticket: { ids: offset }
              guild_wars: { ids: offset }
              vault: { ids: offset }
              creature_respawn: { class: main-only }
              level_rewards: { class: main-only }
            unique: [ { key: "account_data(accountId, type)", on-clash: keep-first } ]
            accept:
              - { code: REFERENCE_MISSING, subject: auctionhouse.houseid -> houses.id, because: kinds of auction houses }
            """;

    @TempDir
    Path folder;

    @OnMySqlOrMariaDb
    void threeServers(DatabaseServer on) throws Exception {
        try (GameServers servers = GameServers.on(on, 3)) {
            merges(servers, 200);
        }
    }

    @Test
    @Tag("long")
    void twoServersOnMariaDb() throws Exception {
        try (GameServers servers = GameServers.on(DatabaseServer.MARIADB, 2)) {
            merges(servers, 100);
        }
    }

    private void merges(GameServers servers, int players) throws Exception {
        GameSize size = GameSize.players(players);
        servers.filled((connection, server) -> GuidGameServer.fill(connection, server, size, true));
        MergeFacts facts = new MergeFacts()
                .first("account_data", "accountId", "type")
                .rows(RowsOf.MAIN, "creature_respawn", "level_rewards");
        GuidGameServer.references().forEach((reference, none) -> {
            String[] parts = reference.split(" when ", -1);
            long[] nobody = none.stream().mapToLong(Long::longValue).toArray();
            facts.reference(parts[0], parts.length == 2 ? parts[1] : "", Lost.DROP, Lost.DROP, nobody);
        });
        String references = GuidGameServer.mergeYaml().replace(" }\n", ", orphans: drop }\n");
        new MergeTrial(servers, folder, references + SETTINGS).mergesRightly(facts);
    }
}
