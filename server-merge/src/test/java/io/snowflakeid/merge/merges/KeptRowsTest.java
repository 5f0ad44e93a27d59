package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of several servers' rows stay, where their keys hold ids that move, values that do not, and both. */
class KeptRowsTest extends H2MergeCase {

    private static final String PLAYERS = "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20),"
            + " active INT DEFAULT 1); INSERT INTO players (id, name) VALUES (1, 'a'), (2, 'b');";

    // -------------------------------------------------------------------------------- keys that hold an id at times

    private static final String STALLS = PLAYERS
            + "CREATE TABLE stalls (owner INT NOT NULL, place INT, paid INT, sign VARCHAR(20), PRIMARY KEY (owner, place));";

    private static final String STALLS_KEPT = """
            references: [ { from: stalls.owner, to: players.id, none: [0] } ]
            unique:
              - { key: "stalls(owner, place)", on-clash: keep-first }
            """;

    @Test
    void theFirstIsKeptOfRowsWithoutAnOwnerAndAllOfThoseWithOne() throws Exception {
        given(
                STALLS,
                "INSERT INTO stalls VALUES (0, 1, 5, 'first'), (1, 1, 5, 'of s1')",
                "INSERT INTO stalls VALUES (0, 1, 6, 'later'), (1, 1, 6, 'of s2'), (0, 2, 4, 'alone')");
        merged(STALLS_KEPT);
        assertThat(servers.rows("SELECT * FROM merged.stalls ORDER BY 1, 2"))
                .containsExactly("0 1 5 first", "0 2 4 alone", "1 1 5 of s1", "11 1 6 of s2");
    }

    private static final String TAGS =
            PLAYERS + "CREATE TABLE tags (kind INT, thing INT, won INT, note VARCHAR(20), PRIMARY KEY (thing, kind));";

    private static final String TAGS_KEPT = """
            references: [ { from: tags.thing, to: players.id, when: "kind = 1" } ]
            unique: [ { key: "tags(%s)", on-clash: keep-first } ]
            """;

    @Test
    void theFirstIsKeptOfRowsOfAKeyWhoseConditionIsNotFulfilled() throws Exception {
        given(
                TAGS,
                "INSERT INTO tags VALUES (1, 2, 1, 'of s1'), (2, 2, 1, 'first')",
                "INSERT INTO tags VALUES (1, 2, 2, 'of s2'), (2, 2, 2, 'later'), (3, 2, 8, 'first')",
                "INSERT INTO tags VALUES (1, 2, 3, 'of s3'), (2, 2, 1, 'later'), (3, 2, 9, 'later')");
        merged(TAGS_KEPT.formatted("thing, kind"));
        assertThat(servers.rows("SELECT * FROM merged.tags ORDER BY 1, 2"))
                .containsExactly("1 2 1 of s1", "1 12 2 of s2", "1 22 3 of s3", "2 2 1 first", "3 2 8 first");
    }

    @Test
    void theFirstIsKeptOfRowsOfPlayersWhoAreOneAndTheSame() throws Exception {
        given(
                STALLS,
                "INSERT INTO stalls VALUES (0, 1, 5, 'first'), (1, 1, 5, 'of s1')",
                "INSERT INTO stalls VALUES (0, 1, 6, 'later'), (1, 1, 6, 'of s2'), (2, 1, 4, 'alone')",
                "INSERT INTO stalls VALUES (2, 1, 7, 'of s3')");
        merged(STALLS_KEPT + "  - { key: players.name, on-clash: keep-first, references: follow }\n");
        assertThat(servers.rows("SELECT * FROM merged.stalls ORDER BY 1, 2"))
                .containsExactly("0 1 5 first", "1 1 5 of s1", "2 1 4 alone");
    }

    // -------------------------------------------------------------------------------------------------- new names

    private static final String FAME =
            "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE);"
                    + "CREATE TABLE fame (who VARCHAR(20) PRIMARY KEY, bot INT, points INT);"
                    + "INSERT INTO players (id, name) VALUES (1, 'Bob');";

    @Test
    void namesInAKeyOfWhichSomeAreNewAreNotCompared() throws Exception {
        given(
                FAME,
                "INSERT INTO fame VALUES ('Bob', 0, 1), ('Eve', 0, 1)",
                "INSERT INTO fame VALUES ('Bob', 0, 3)",
                "INSERT INTO fame VALUES ('Ann', 0, 3)");
        merged("unique: [ { key: players.name, on-clash: rename, followed-by: [ fame.who ] } ]");
        requireRows("SELECT who, points FROM merged.fame ORDER BY 2, 1", "Bob 1", "Eve 1", "Ann 3", "Bob.s2 3");
    }

    @Test
    void rowsThatAreKeptByANameThatChangesAreRefused() throws Exception {
        given(FAME, "INSERT INTO fame VALUES ('Bob', 0, 1)", "INSERT INTO fame VALUES ('Bob', 0, 3)");
        String rename = "unique:\n  - { key: players.name, on-clash: rename, followed-by: [ fame.who ] }\n";
        refused(
                rename.replace("unique:\n", "unique:\n  - { key: fame.who, on-clash: keep-first }\n"),
                "CONFIG fame(who): keep-first compares rows by a name that a rename changes",
                "as followed-by or a reference says (unique in line 6 of merged.yaml): correct merge.yaml []");
    }

    // ------------------------------------------------------------------------------------------- what is cleared

    @Test
    void aValueThatIsClearedToNullClashesWithNoneAndOneThatIsClearedToAnotherMay() throws Exception {
        String tables = "CREATE TABLE towns (id INT PRIMARY KEY, open INT);"
                + "CREATE TABLE gates (id INT AUTO_INCREMENT PRIMARY KEY, town INT NULL UNIQUE);"
                + "CREATE TABLE roads (id INT AUTO_INCREMENT PRIMARY KEY, town INT NOT NULL UNIQUE);";
        given(
                tables,
                "INSERT INTO towns VALUES (1, 0), (2, 0); INSERT INTO gates VALUES (1, 1); INSERT INTO roads VALUES (1, 1), (2, 2)",
                "INSERT INTO gates VALUES (1, 1), (2, 2); INSERT INTO roads VALUES (1, 0)");
        String yaml = """
                tables: { towns: { class: main-only, ids: static, where: "open = 1" } }
                references:
                  - { from: gates.town, to: towns.id, when-left-out: clear }
                  - { from: roads.town, to: towns.id, none: [0], when-left-out: clear }
                """;
        error(yaml)
                .startsWith("UNIQUE_CLASH roads(town): 1 values are in several rows")
                .contains("as the target compares them: list the key under unique")
                .endsWith("[0, 1 on s1, s2]");
    }

    // ---------------------------------------------------------------------------------------- led to another row

    @Test
    void twoServersIdsThatAreLedToOneFreshIdMeet() throws Exception {
        String tables = PLAYERS + "CREATE TABLE badges (player INT NOT NULL, kind INT, PRIMARY KEY (player, kind));";
        given(
                tables,
                "",
                "INSERT INTO players (id, name) VALUES (5, 'Eve'); INSERT INTO badges VALUES (5, 7)",
                "INSERT INTO players (id, name) VALUES (4, 'Eve'); INSERT INTO badges VALUES (4, 7), (4, 8)");
        error("""
                tables: { players: { ids: map } }
                references: [ badges.player -> players.id ]
                unique: [ { key: players.name, on-clash: keep-first, references: follow } ]
                """).startsWith("UNIQUE_CLASH badges(player, kind): 1 values are in several rows");
    }
}
