package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What {@link KeptRowsTest} shows, on real servers: their collations, and their rules for conditions in derived tables. */
class KeptRowsIT {

    private static final String PLAYERS =
            "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE) COLLATE utf8mb4_general_ci;";

    @TempDir
    private Path folder;

    @OnMySqlOrMariaDb
    void rowsAreKeptByWhatStaysAndAllThatMoveAreKept(DatabaseServer kind) throws Exception {
        String tables = PLAYERS
                + "CREATE TABLE tags (kind INT, thing INT, won INT, note VARCHAR(20), PRIMARY KEY (thing, kind));"
                + "CREATE TABLE marks (id INT AUTO_INCREMENT PRIMARY KEY, kind INT, thing INT, UNIQUE (kind, thing));"
                + "CREATE TABLE uses (mark INT NOT NULL, what VARCHAR(20) PRIMARY KEY);";
        String rows = "INSERT INTO players VALUES (2, 'p{n}'); INSERT INTO marks VALUES (1, 1, 2), (2, 2, 2);"
                + "INSERT INTO tags VALUES (1, 2, {n}, 'of s{n}'), (2, 2, {n}, 'of s{n}'), (3, 0, -{n}, 'of s{n}');"
                + "INSERT INTO uses VALUES (1, 'x{n}'), (2, 'y{n}');";
        try (SmallGame game = new SmallGame(
                kind,
                folder,
                tables + rows.replace("{n}", "1"),
                tables + rows.replace("{n}", "2"),
                tables + rows.replace("{n}", "3"))) {
            PlanFile plan = game.merge("""
                    tables: { tags: { where: "note <> 'bad'" } }
                    references:
                      - { from: tags.thing, to: players.id, when: "kind = 1", none: [0] }
                      - { from: marks.thing, to: players.id, when: "kind = 1" }
                      - uses.mark -> marks.id
                    unique:
                      - { key: "marks(kind, thing)", on-clash: keep-first, references: follow }
                      - { key: "tags(thing, kind)", on-clash: keep-first }
                    """);
            assertThat(game.rows("SELECT kind, thing, note FROM tags ORDER BY 1, 2"))
                    .containsExactly("1|2|of s1", "1|12|of s2", "1|22|of s3", "2|2|of s1", "3|0|of s1");
            assertThat(game.rows("SELECT * FROM marks ORDER BY id"))
                    .containsExactly("1|1|2", "2|2|2", "11|1|12", "21|1|22");
            assertThat(game.rows("SELECT * FROM uses ORDER BY what"))
                    .containsExactly("1|x1", "11|x2", "21|x3", "2|y1", "2|y2", "2|y3");
            assertThat(game.faults(plan)).isEmpty();
            assertThat(RowWhereabouts.find(plan, game.password(), "s3", "tags", List.of("2", "2"))
                            .reasons())
                    .singleElement()
                    .asString()
                    .startsWith("s3.tags (thing = 2, kind = 2) gives way to s1.tags (thing = 2, kind = 2)");
        }
    }

    @OnMySqlOrMariaDb
    void aRowThatFulfilsTheConditionsOfTwoReferencesIsRefused(DatabaseServer kind) throws Exception {
        String tables = PLAYERS
                + "CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY); INSERT INTO guilds VALUES (1), (2);"
                + "CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, t INT, owner INT NOT NULL);"
                + "INSERT INTO players (id) VALUES (1), (2); INSERT INTO items VALUES ";
        try (SmallGame game = new SmallGame(
                kind, folder, tables + "(1, 1, 1), (2, NULL, 1)", tables + "(1, 2, 1), (2, 1, 2), (3, 4, 1)")) {
            assertThat(SmallGame.errors(game.plan("""
                            references:
                              - { from: items.owner, to: players.id, when: "t IN (SELECT id FROM {source}.guilds WHERE id = 1)" }
                              - { from: items.owner, to: guilds.id, when: "t < 3" }
                            """)))
                    .hasSize(2)
                    .allMatch(error ->
                            error.contains(".items.owner: 1 rows fulfil the conditions of more than one reference"));
        }
    }

    @OnMySqlOrMariaDb
    void whatRefersToATownThatAnotherServerBringsStaysAlsoIfItWasAnOrphan(DatabaseServer kind) throws Exception {
        String tables = "CREATE TABLE towns (id INT PRIMARY KEY, open INT, paid INT);"
                + "CREATE TABLE shops (id INT AUTO_INCREMENT PRIMARY KEY, town INT NULL);";
        try (SmallGame game = new SmallGame(
                kind,
                folder,
                tables
                        + "INSERT INTO towns VALUES (1, 0, 1), (2, 0, 1); INSERT INTO shops VALUES (1, 1), (2, 2), (3, 3), (4, 4)",
                tables + "INSERT INTO towns VALUES (1, 1, 1), (3, 1, 1); INSERT INTO shops VALUES (1, 1), (2, 2)")) {
            PlanFile plan = game.merge("""
                    tables: { towns: { ids: static, where: "open = 1" } }
                    references: [ { from: shops.town, to: towns.id, orphans: keep } ]
                    """);
            assertThat(game.rows("SELECT * FROM shops ORDER BY id"))
                    .containsExactly("1|1", "3|3", "4|4", "11|1", "12|2");
            assertThat(game.faults(plan)).isEmpty();
        }
    }
}
