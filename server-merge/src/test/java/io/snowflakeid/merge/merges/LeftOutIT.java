package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row that refers to nothing, and one whose row stays behind, side by side: each policy is about one of them. */
class LeftOutIT {

    /** Player 2 is left out by its where, player 77 is nowhere; ids of s2 are 10 more in the target. */
    private static final String DEATHS = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, active INT NOT NULL);
            CREATE TABLE deaths (id INT PRIMARY KEY AUTO_INCREMENT, killer_id INT NULL);
            INSERT INTO players VALUES (1, 1), (2, 0);
            INSERT INTO deaths VALUES (1, 1), (2, 2), (3, 77);
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiterString = "/", textBlock = """
            drop / drop / 1|1
            drop / clear / 1|1, 2|null
            clear / drop / 1|1, 3|null
            clear / clear / 1|1, 2|null, 3|null
            keep / drop / 1|1, 3|77
            keep / clear / 1|1, 2|null, 3|77
            """)
    void eachPolicyIsAboutItsOwnRows(String orphans, String leftOut, String rows) throws Exception {
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), folder, new String[] {DEATHS, DEATHS})) {
            PlanFile plan = game.merge("""
                    tables: { players: { where: "active = 1" } }
                    references:
                      - { from: deaths.killer_id, to: players.id, orphans: %s, when-left-out: %s }
                    """.formatted(orphans, leftOut));

            assertThat(String.join(", ", game.rows("SELECT id, killer_id FROM deaths WHERE id <= 3 ORDER BY id")))
                    .isEqualTo(rows);
            assertThat(game.rows("SELECT COUNT(*) FROM deaths")).containsExactly("" + 2 * rows.split(",").length);
            assertThat(game.faults(plan)).isEmpty();
        }
    }

    @Test
    void keysLongerThanAnIndexAreKeptInSets() throws Exception {
        String tables = """
                CREATE TABLE towns (name VARCHAR(1000) CHARACTER SET utf8mb4 NOT NULL, size INT NOT NULL, PRIMARY KEY (name(191)));
                CREATE TABLE houses (id INT PRIMARY KEY AUTO_INCREMENT, town VARCHAR(1000) CHARACTER SET utf8mb4 NOT NULL);
                CREATE TABLE banned (name TEXT CHARACTER SET utf8mb4 NOT NULL);
                INSERT INTO banned VALUES ('cid');
                """;
        String s1 =
                "INSERT INTO towns VALUES ('Elm', 1), ('Oak', 2); INSERT INTO houses (town) VALUES ('Elm'), ('Oak');";
        String s2 =
                "INSERT INTO towns VALUES ('Ash', 2), ('Fir', 1); INSERT INTO houses (town) VALUES ('Ash'), ('Fir');"
                        + "INSERT INTO banned VALUES ('dan');";
        String[] servers = {tables + s1, tables + s2};
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), folder, servers)) {
            PlanFile plan = game.merge("""
                    tables: { towns: { where: size > 1 } }
                    references: [ houses.town -> towns.name ]
                    unique: [ { key: banned.name, on-clash: keep-first } ]
                    """);

            assertThat(game.rows("SELECT town FROM houses ORDER BY 1")).containsExactly("Ash", "Oak");
            assertThat(game.rows("SELECT name FROM banned ORDER BY 1")).containsExactly("cid", "dan");
            assertThat(game.faults(plan)).isEmpty();
        }
    }

    @Test
    void aTextThatRefersToIdsThatMoveIsRefused() throws Exception {
        String tables = "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT); INSERT INTO players VALUES (1);"
                + "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender VARCHAR(20)); INSERT INTO mail VALUES (1, '1');";
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), folder, new String[] {tables, tables})) {
            List<String> codes = game.plan("references: [ mail.sender -> players.id ]\n").plan().findings().stream()
                    .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                    .map(finding -> finding.code() + " " + finding.subject())
                    .toList();

            assertThat(codes).containsExactly("REFERENCE_TYPE mail.sender -> players.id");
        }
    }

    @Test
    void aValueThatStandsForNoneBecomesNoId() throws Exception {
        String tables = "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT); INSERT INTO players VALUES (1), (2);"
                + "CREATE TABLE guilds (id INT PRIMARY KEY AUTO_INCREMENT, leader INT NOT NULL); INSERT INTO guilds VALUES (1, 4);";
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), folder, new String[] {tables, tables})) {
            game.merge("""
                    tables: { players: { ids: map } }
                    references: [ { from: guilds.leader, to: players.id, none: [4] } ]
                    """);

            assertThat(game.rows("SELECT id FROM players ORDER BY id")).containsExactly("1", "2", "5", "6");
            assertThat(game.rows("SELECT leader FROM guilds")).containsExactly("4", "4");
        }
    }
}
