package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Rows that are no copies are made by the SQL that the guide shows, as it stands there. */
class SqlAfterVerifyIT {

    private static final String TABLES = SqlScript.resource("sql-after-verify.sql");

    private static final String YAML = """
            tables:
              players: { where: "experience > 0", ids: offset }
              accounts: { ids: offset }
              ranking: { class: skip }
              wallets: { class: skip }
              houses: { class: main-only, ids: static }
              kv_store: { class: main-only }
            references: [ wallets.account_id -> accounts.id, houses.owner_id -> players.id, ranking.player_id -> players.id ]
            unique: [ { key: accounts.name, on-clash: keep-first, references: follow } ]
            """;

    private static List<String> guide() throws Exception {
        String page = Files.readString(Path.of("../docs/server-merge.md"));
        String chapter = page.split("### Rows that you make yourself", 2)[1].split("\n### ", 2)[0];
        return Stream.of(chapter.split("```", -1))
                .filter(block -> block.startsWith("sql\n"))
                .flatMap(block -> SqlScript.statements(block.substring("sql\n".length())).stream())
                .toList();
    }

    @OnMySqlOrMariaDb
    void theGuidesStatementsMakeTheRows(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, TABLES.replace("{n}", "1"), TABLES.replace("{n}", "2"))) {
            game.merged(YAML);

            for (String sql : guide()) {
                game.inTarget(sql.replace("game_s1", game.database(1))
                        .replace("game_s2", game.database(2))
                        .replace("game_merged", game.target()));
            }

            game.requireRows("SELECT * FROM ranking ORDER BY 1", "1|1", "3|10", "11|1", "13|20");
            game.requireRows("SELECT * FROM wallets ORDER BY 1", "1|5|1", "2|30|2", "11|5|2");
            game.requireRows("SELECT * FROM houses ORDER BY 1", "1|11|2", "2|3|-1");
            assertThat(game.rows("SELECT * FROM kv_store ORDER BY 1"))
                    .containsExactly(
                            "motd|of 1",
                            "player.1.gold|11",
                            "player.11.gold|21",
                            "player.13.hp|23",
                            "player.2.gold|12",
                            "player.3.hp|13");
        }
    }
}
