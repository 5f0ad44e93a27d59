package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that are left out because of each other, and the tables in which their keys are kept. */
class LeftOutSetsTest extends H2MergeCase {

    private static final String GUILDS = """
            CREATE TABLE guilds (id INT PRIMARY KEY AUTO_INCREMENT, leader INT NOT NULL);
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, guild INT NULL, active INT NOT NULL);
            INSERT INTO guilds VALUES (1, 1), (2, 3), (3, 5);
            INSERT INTO players VALUES (1, 1, 0), (2, 1, 1), (3, 3, 1), (4, 2, 1), (5, NULL, 1), (6, NULL, 1);
            """;

    private static final String ACTIVE = """
            tables: { players: { where: active = 1, ids: offset }, guilds: { ids: offset } }
            references: [ guilds.leader -> players.id, players.guild -> guilds.id ]
            """;

    @Test
    void rowsThatReferToEachOtherAreLeftOutUntilNoMoreAre() throws Exception {
        given(GUILDS, "", "UPDATE players SET active = 0 WHERE id = 5; UPDATE players SET active = 1 WHERE id = 1;");

        PlanFile plan = merged(ACTIVE);

        // s1: player 1, guild 1, player 2; s2: player 5, guild 3, player 3, guild 2, player 4
        assertThat(servers.rows("SELECT id, guild FROM merged.players ORDER BY 1"))
                .containsExactly("3 3", "4 2", "5 null", "6 null", "11 11", "12 11", "16 null");
        requireRows("SELECT id, leader FROM merged.guilds ORDER BY 1", "2 3", "3 5", "11 11");
        assertThat(plan.plan().leftOut())
                .extracting(set -> set.source() + " " + set.table() + " " + set.rows())
                .containsExactlyInAnyOrder("1 guilds 1", "2 guilds 2", "1 players 2", "2 players 3");
        requireRows("SELECT id FROM merged.snowflake_merge_plan_2_2 ORDER BY 1", "3", "4", "5");
    }

    @Test
    void aPlanDropsTheTargetThatItMade() throws Exception {
        given(GUILDS, "", "");

        assertThat(planned(ACTIVE).plan().leftOut()).isNotEmpty();

        assertThat(servers.rows("SHOW SCHEMAS")).doesNotContain("merged");
    }

    @Test
    void whatAPlanThatWasKilledHasLeftIsRemoved() throws Exception {
        given(GUILDS, "", "");
        servers.script(
                "merged",
                "CREATE TABLE snowflake_merge_plan_1_1 (id INT); CREATE TABLE snowflake_merge_plan_9_9 (id INT);");

        merged(ACTIVE);

        assertThat(servers.rows("SHOW TABLES FROM merged")).noneMatch(table -> table.contains("plan_9_9"));
    }

    @Test
    void rowsThatGiveWayTakeThoseAlongThatReferToThem() throws Exception {
        given("""
                CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(9), mentor INT);
                """, """
                INSERT INTO account VALUES (1, 'ann', NULL), (2, 'bob', 1);
                """, """
                INSERT INTO account VALUES (1, 'ann', NULL), (2, 'cid', 1), (3, 'dan', 2), (4, 'eve', NULL);
                """, """
                INSERT INTO account VALUES (1, 'dan', NULL), (2, 'eve', NULL);
                """);

        merged("""
                tables: { account: { ids: offset } }
                references: [ account.mentor -> account.id ]
                unique: [ { key: account.login, on-clash: keep-first, references: drop } ]
                """);

        // of s2 'ann' gives way, 'cid' and 'dan' follow her; so 'dan' of s3 is the first that stays
        requireRows("SELECT login FROM merged.account ORDER BY 1", "ann", "bob", "dan", "eve");
    }

    @Test
    void aRowGivesWayToOneThatStaysAndNotToOneThatGivesWayItself() throws Exception {
        given("""
                CREATE TABLE town (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(9));
                CREATE TABLE house (id INT PRIMARY KEY AUTO_INCREMENT, town INT NOT NULL, street VARCHAR(9));
                """, """
                INSERT INTO town VALUES (1, 'Elm');
                """, """
                INSERT INTO town VALUES (1, 'Elm'), (2, 'Oak');
                INSERT INTO house VALUES (1, 1, 'High'), (2, 2, 'Low');
                """, """
                INSERT INTO town VALUES (1, 'Ash');
                INSERT INTO house VALUES (1, 1, 'High'), (2, 1, 'Low');
                """);

        merged("""
                tables: { town: { ids: offset }, house: { ids: offset } }
                references: [ house.town -> town.id ]
                unique:
                  - { key: house.street, on-clash: keep-first, references: drop }
                  - { key: town.name, on-clash: keep-first, references: drop }
                """);

        assertThat(servers.rows(
                        "SELECT h.street, t.name FROM merged.house h JOIN merged.town t ON t.id = h.town ORDER BY 1"))
                .containsExactly("High Ash", "Low Oak");
    }

    /** The house of s2 gives way; then its town does, which the house of s1 needs, too. */
    @Test
    void aRowThatGivesWayToOneThatIsLeftOutLaterIsRefused() throws Exception {
        given("""
                CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(9), open INT);
                CREATE TABLE house (id INT PRIMARY KEY AUTO_INCREMENT, town INT NOT NULL, street VARCHAR(9));
                INSERT INTO house VALUES (1, 5, 'High');
                """, "INSERT INTO town VALUES (5, 'Elm', 0), (9, 'Oak', 1);", "INSERT INTO town VALUES (5, 'Oak', 1);");

        refused(
                """
                tables: { town: { ids: static, where: open = 1 }, house: { ids: offset } }
                references: [ house.town -> town.id ]
                unique:
                  - { key: house.street, on-clash: keep-first }
                  - { key: town.name, on-clash: keep-first, references: follow }
                """,
                "LEFT_OUT_IN_CIRCLE house: 1 rows give way to a row of an earlier source that is left out itself",
                "when-left-out: clear",
                "references: follow for the key []");
    }

    @ParameterizedTest
    @CsvSource({
        "id = 6, '3 are found. '",
        "'id IN (1, 4, 6)', '2 are found, and others; s2.guilds: 1 rows that are left out were planned, 0 are found. '"
    })
    void aRunRefusesOtherRowsThanWerePlanned(String changed, String found) throws Exception {
        given(GUILDS, "", "");
        PlanFile plan = planned(ACTIVE);

        servers.script("s2", "UPDATE players SET active = 1 - active WHERE " + changed);

        assertThatThrownBy(() -> run(plan))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageStartingWith(
                        "sources changed since the plan: s2.players: 2 rows that are left out were planned, " + found);
    }

    @Test
    void aVerificationFindsTheSetsAnew() throws Exception {
        given(GUILDS, "", "");
        PlanFile plan = merged(ACTIVE);

        servers.script("merged", "DELETE FROM snowflake_merge_plan_2_2 WHERE id = 2");

        assertThat(faults(plan))
                .contains(
                        "s2.players: 2 rows that are left out were planned, 1 are found in the target's audit tables");
        assertThat(servers.rows("SHOW TABLES FROM merged")).noneMatch(table -> table.contains("merge_now_"));
    }

    @Test
    void rowsOfATableWithoutKeyCannotBeToldApart() throws Exception {
        given("""
                CREATE TABLE town (name VARCHAR(9), size INT);
                CREATE TABLE house (id INT PRIMARY KEY AUTO_INCREMENT, town VARCHAR(9));
                INSERT INTO town VALUES ('Elm', 1);
                """, "", "");

        error("""
                tables: { town: { where: size > 1 } }
                references: [ house.town -> town.name ]
                """).startsWith("LEFT_OUT_WITHOUT_KEY town: rows of this table are left out");
        error(
                        "unique: [ { key: town.name, on-clash: keep-first, references: drop } ]\nreferences: [ house.town -> town.name ]\n")
                .startsWith("LEFT_OUT_WITHOUT_KEY town: rows of this table are left out");
    }

    @Test
    void rowsOfEachServerMayMeanAnothersInACircleOfTables() throws Exception {
        given(
                "CREATE TABLE a (id INT PRIMARY KEY, b INT NULL, open INT); CREATE TABLE b (id INT PRIMARY KEY, a INT NULL, open INT);",
                "INSERT INTO a VALUES (1, NULL, 0); INSERT INTO b VALUES (1, NULL, 1)",
                "INSERT INTO a VALUES (2, NULL, 1); INSERT INTO b VALUES (2, 2, 0)");

        merged("""
                tables: { a: { ids: static, where: open = 1 }, b: { ids: static, where: open = 1 } }
                references: [ a.b -> b.id, b.a -> a.id ]
                """);

        requireRows("SELECT id FROM merged.a", "2");
        requireRows("SELECT id FROM merged.b", "1");
    }

    @Test
    void aKeyWhoseReferencesAreClearedForTheSakeOfAnotherRuleIsComparedAgain() throws Exception {
        given("""
                CREATE TABLE guilds (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(9));
                CREATE TABLE castles (id INT PRIMARY KEY AUTO_INCREMENT, guild INT NOT NULL UNIQUE);
                INSERT INTO guilds VALUES (1, 'Lions');
                """, "", "INSERT INTO castles VALUES (1, 1);", "INSERT INTO castles VALUES (1, 1);");

        merged("""
                tables: { guilds: { ids: offset }, castles: { ids: offset } }
                references: [ { from: castles.guild, to: guilds.id, none: [0], when-left-out: clear } ]
                unique:
                  - { key: castles.guild, on-clash: keep-first }
                  - { key: guilds.name, on-clash: keep-first, references: drop }
                """);

        requireRows("SELECT guild FROM merged.castles", "0");
    }
}
