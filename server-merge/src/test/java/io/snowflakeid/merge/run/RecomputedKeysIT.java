package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Ids inside keys are carried by the statements that the guide shows, as they stand there. */
class RecomputedKeysIT {

    private static final String TABLES = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, active INT NOT NULL);
            CREATE TABLE kv_store (key_name VARCHAR(80) PRIMARY KEY, value VARCHAR(20) NOT NULL);
            INSERT INTO players VALUES (1, 'Ann', 1), (2, 'Bob', 0), (3, 'Cid', 1);
            INSERT INTO kv_store VALUES ('player.1.gold', '{n}1'), ('player.2.gold', '{n}2'), ('player.3.hp', '{n}3'),
                ('motd', 'of {n}');
            """;

    @TempDir
    private Path folder;

    private static String guide() throws Exception {
        return Stream.of(Files.readString(Path.of("../docs/server-merge.md")).split("```", -1))
                .filter(block -> block.startsWith("yaml\n") && block.contains("kv_store"))
                .findFirst()
                .orElseThrow()
                .substring("yaml\n".length());
    }

    @OnMySqlOrMariaDb
    void theGuidesStatementsLeadKeysToThePlayersNewIds(DatabaseServer kind) throws Exception {
        List<String> databases = List.of("game_s1", "game_s2", "game_merged");
        try (SmallGame game =
                new SmallGame(kind, folder, databases, TABLES.replace("{n}", "a"), TABLES.replace("{n}", "b"))) {
            game.merge(guide() + "  players: { where: \"active = 1\", ids: offset }\n"
                    + "accept: [ { code: SOURCES_WRITABLE, subject: 's*', because: the user may do all } ]\n");

            assertThat(game.rows("SELECT key_name, value FROM kv_store ORDER BY 1"))
                    .containsExactly(
                            "motd|of a",
                            "player.1.gold|a1",
                            "player.11.gold|b1",
                            "player.13.hp|b3",
                            "player.2.gold|a2",
                            "player.3.hp|a3");
        }
    }
}
