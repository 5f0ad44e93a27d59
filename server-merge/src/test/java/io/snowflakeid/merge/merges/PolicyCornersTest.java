package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.MergeReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Policies where they are seldom met, on rows that are few enough to write down what must become of them: a merge is right, or its plan
 * refuses what would be wrong without a word.
 */
class PolicyCornersTest extends H2MergeCase {

    private static final String ACCOUNTS = """
            CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(20) NOT NULL, mail VARCHAR(20) NOT NULL);
            """;

    private static final String PLAYERS = "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20));";

    private static final String TWO_PLAYERS = "INSERT INTO players (id) VALUES (1), (2);";

    private static final String GUILDS = "CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY);";

    // -------------------------------------------------------------------------------------------------------- names

    @Test
    void aColumnWhoseNamesTwoRulesMayChangeIsRefused() throws Exception {
        String tables = PLAYERS + "CREATE TABLE guilds (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20));"
                + "CREATE TABLE news (id INT AUTO_INCREMENT PRIMARY KEY, about VARCHAR(20), kind INT);";
        String yaml = """
                unique:
                  - { key: players.name, on-clash: rename, followed-by: [ %s ] }
                  - { key: guilds.name, on-clash: rename, followed-by: [ %s ] }
                """;
        String when1 = "{ column: news.about, when: 'kind = 1' }";
        String when2 = "{ column: news.about, when: 'kind = 2' }";
        given(tables, "", "");

        refused(
                yaml.formatted("news.about", when2),
                "CONFIG news.about: its values may get a new name by 2 lines",
                "followed-by without a when, or rename what it refers to (unique in line 6 of merged.yaml): correct merge.yaml []");
        error(yaml.formatted("guilds.name", "guilds.name"))
                .startsWith("CONFIG guilds.name: its values may get a new name by 2 lines");
        assertThat(errors(yaml.formatted(when1 + ", players.name", when2))).isEmpty();
    }

    private static final String RENAMED = "unique: [ { key: players.name, on-clash: rename%s } ]\n";

    @Test
    void whatRefersToANewNameFollowsItUnlessFollowedByNamesIt() throws Exception {
        String tables = """
                CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE);
                CREATE TABLE seats (name VARCHAR(20) PRIMARY KEY REFERENCES players (name));
                CREATE TABLE deaths (id INT PRIMARY KEY, victim VARCHAR(20) REFERENCES seats (name), killer VARCHAR(20), kind INT,
                    seen_by VARCHAR(20) REFERENCES players (name));
                INSERT INTO players VALUES (1, 'Bob');
                INSERT INTO seats VALUES ('Bob');
                """;
        String rows = "INSERT INTO deaths VALUES (1%1$d, 'Bob', 'Bob', 1, 'Bob'), (2%1$d, 'Bob', 'Bob', 2, 'Bob')";
        given(tables, rows.formatted(1), rows.formatted(2));

        merged(RENAMED.formatted(", followed-by: [ { column: deaths.seen_by, when: 'kind = 2' } ]")
                + "references: [ { from: deaths.killer, to: players.name, when: 'kind = 1' } ]\n");

        requireRows(
                "SELECT victim, killer, seen_by FROM merged.deaths ORDER BY id",
                "Bob Bob Bob",
                "Bob.s2 Bob.s2 Bob",
                "Bob Bob Bob",
                "Bob.s2 Bob Bob.s2");
        requireRows("SELECT name FROM merged.seats ORDER BY 1", "Bob", "Bob.s2");
    }

    @Test
    void aComputedNameFollowsOnlyByWhatItIsComputedFrom() throws Exception {
        String deaths = "CREATE TABLE deaths (killer VARCHAR(20), known VARCHAR(20) AS LOWER(killer));";
        String rows = "INSERT INTO deaths (killer) VALUES ('bob'); INSERT INTO players VALUES (1, 'bob')";
        given(PLAYERS + deaths, "INSERT INTO players VALUES (1, 'bob')", rows);
        String reference = "references: [ deaths.known -> players.name ]\n";

        refused(
                reference + RENAMED.formatted(""),
                "CONFIG deaths.known: it is computed",
                "followed-by names what it is computed from (unique in line 7 of merged.yaml): correct merge.yaml []");
        merged(reference + RENAMED.formatted(", followed-by: [ deaths.killer ]"));
        requireRows("SELECT known FROM merged.deaths", "bob.s2");
    }

    /** The rules for lines of merge.yaml, such as those for patterns, are none for foreign keys. */
    @Test
    void aForeignKeyIsTakenAsTheDatabaseHasIt() throws Exception {
        given(
                "CREATE TABLE \"a*\" (\"*\" INT AUTO_INCREMENT PRIMARY KEY);"
                        + "CREATE TABLE pet (\"*\" INT NOT NULL REFERENCES \"a*\"(\"*\") ON DELETE SET NULL);",
                "INSERT INTO \"a*\" VALUES (1); INSERT INTO pet VALUES (1);",
                "INSERT INTO \"a*\" VALUES (1); INSERT INTO pet VALUES (1);");

        merged(config(""));

        requireRows("SELECT \"*\" FROM merged.pet ORDER BY 1", "1", "11");
    }

    // ------------------------------------------------------------------------------------------------- unique keys

    @Test
    void aNameThatOneServerHasTwiceCannotBeRenamed() throws Exception {
        given(
                ACCOUNTS,
                "INSERT INTO account VALUES (1, 'Ann', 'a')",
                "INSERT INTO account VALUES (1, 'Ann', 'b'), (2, 'Ann', 'c')");

        error("unique: [ { key: account.login, on-clash: rename } ]\n")
                .startsWith("UNIQUE_CLASH_WITHIN account(login): 1 values are on one source twice");
    }

    @Test
    void rowsOfATableAreKeptForTheSakeOfOneKeyOnly() throws Exception {
        given(ACCOUNTS, "INSERT INTO account VALUES (1, 'Ann', 'a')", "INSERT INTO account VALUES (1, 'Bob', 'a')");

        refused(
                """
                unique:
                  - { key: account.login, on-clash: keep-first }
                  - { key: account.mail, on-clash: keep-first }
                """,
                "CONFIG account[mail]: the table has another key with on-clash: keep-first",
                "would depend on their order",
                "correct merge.yaml []");
    }

    @Test
    void anotherKeyOfRowsOfWhichTheFirstAreKeptIsComparedBetweenThese() throws Exception {
        given(
                "CREATE TABLE castle (id INT PRIMARY KEY, since INT NOT NULL, motto VARCHAR(20) NOT NULL UNIQUE);",
                "INSERT INTO castle VALUES (1, 5, 'live'), (2, 9, 'die')",
                "INSERT INTO castle VALUES (1, 9, 'win'), (3, 5, 'die')");

        refused(
                "unique: [ { key: castle.id, on-clash: keep-first } ]\n",
                "UNIQUE_CLASH castle(motto): 1 values are in several rows",
                "list the key under unique",
                "or another class [die, 2 on s1, s2]");
    }

    // ----------------------------------------------------------------------------------------- references and orphans

    @Test
    void aRowThatFulfilsTheConditionsOfTwoReferencesIsRefused() throws Exception {
        String yaml = """
                tables: { players: { ids: %s }, guilds: { ids: %s }, items: { where: 'id < 9' } }
                references:
                  - { from: items.owner, to: players.id, when: 't = 1' }
                  - { from: items.owner, to: guilds.id, when: 't < 3', none: [0] }
                """;
        given(
                PLAYERS + GUILDS + """
                CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, t INT NULL, owner INT NULL);
                INSERT INTO players (id) VALUES (1), (2), (3);
                INSERT INTO guilds VALUES (1), (2);
                """,
                "INSERT INTO items VALUES (1, 2, 2), (2, NULL, 3), (3, 1, NULL), (4, 4, 1)",
                "INSERT INTO items VALUES (1, 1, 2), (2, 2, 1), (3, 1, 1), (9, 1, 1)");

        refused(
                yaml.formatted("offset", "map"),
                "REFERENCE_AMBIGUOUS s2.items.owner: 2 rows fulfil the conditions of more than one reference",
                "the id can be moved by one alone",
                "items.owner -> players.id when t = 1, items.owner -> guilds.id when t < 3",
                "make the conditions exclude each other [owner = 2, id = 1, owner = 1, id = 3]");
        merged(yaml.formatted("offset", "map").replace("t < 3", "t = 2"));
        requireRows("SELECT owner FROM merged.items WHERE id > 10 ORDER BY id", "12", "3", "11");
    }

    private static final String ITEMS = PLAYERS + GUILDS + TWO_PLAYERS + """
            CREATE TABLE kinds (id INT PRIMARY KEY, owned INT NOT NULL);
            CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, owner INT NOT NULL, kind INT NOT NULL, guild INT NOT NULL);
            INSERT INTO kinds VALUES (1, 1), (2, 0);
            INSERT INTO guilds VALUES (1);
            INSERT INTO items VALUES (1, 1, 1, 1), (2, 7, 2, 1), (3, 8, 1, 1);
            """;

    @ParameterizedTest
    @ValueSource(strings = {"(SELECT k.owned FROM {source}.kinds k WHERE k.id = kind) = 1", "kind = 1 AND guild < 9"})
    void orphansAreCountedByWhatTheSourcesSayOfThem(String when) throws Exception {
        given(ITEMS, "", "");

        PlanFile plan = merged("""
                tables: { kinds: { class: skip }, guilds: { ids: offset }, players: { ids: offset }, items: { ids: offset } }
                references:
                  - items.guild -> guilds.id
                  - { from: items.owner, to: players.id, orphans: keep, when: "%s" }
                accept: [ { code: REFERENCE_MISSING, subject: items.kind -> kinds.id, because: kinds are the same on all servers } ]
                """.formatted(when));

        requireRows("SELECT id, owner FROM merged.items ORDER BY 1", "1 1", "2 7", "3 8", "11 11", "12 7", "13 18");
        servers.script("merged", "DELETE FROM players WHERE id = 11");
        assertThat(faults(plan))
                .anyMatch(fault -> fault.startsWith("items.owner -> players.id when ")
                        && fault.endsWith(": 3 rows of the target refer to nothing, 2 expected"));
        servers.script("merged", "INSERT INTO players (id) VALUES (8), (18)");
        assertThat(faults(plan))
                .anyMatch(fault -> fault.endsWith(": 1 rows of the target refer to nothing, 2 expected"));
    }

    @Test
    void anIdOfNothingThatWouldGetNoFreshOneIsRefused() throws Exception {
        given("""
                CREATE TABLE guild (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE rank_of (guild INT NOT NULL, place INT NOT NULL, PRIMARY KEY (guild, place));
                CREATE TABLE member (id INT PRIMARY KEY AUTO_INCREMENT, guild INT NOT NULL, place INT NOT NULL, weight INT NOT NULL);
                INSERT INTO guild VALUES (1);
                INSERT INTO rank_of VALUES (1, 1);
                INSERT INTO member VALUES (1, 1, 1, 1);
                """, "", "INSERT INTO member VALUES (2, 9, 1, 1), (3, 8, 1, 100)");

        refused(
                """
                tables:
                  guild: { ids: map }
                  member: { where: "weight < 100" }
                references:
                  - rank_of.guild -> guild.id
                  - { from: "member(guild, place)", to: "rank_of(guild, place)", orphans: keep }
                """,
                "ID_UNKNOWN s2.member(guild, place) -> rank_of(guild, place): rows refer to a row that is not there",
                "no fresh id for it",
                "correct the source",
                "or set ids of that table to offset []");
    }

    @Test
    void whereSaysWhatARowRefersToAndWhetherTheRunIsFinished() throws Exception {
        given(
                PLAYERS + "CREATE TABLE kinds (id INT PRIMARY KEY);"
                        + "CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, owner INT, kind INT, giver INT);",
                "INSERT INTO items VALUES (1, 7, NULL, NULL), (2, NULL, 5, NULL), (3, NULL, NULL, 9)",
                "");
        PlanFile plan = planned("""
                tables: { kinds: { class: skip } }
                references:
                  - items.kind -> kinds.id
                  - { from: items.owner, to: players.id, orphans: drop }
                  - { from: items.giver, to: players.id, orphans: clear }
                """);
        String item3 = "s1.items (id = 3) %s merged.items (id = 3)%s;"
                + " giver 9 -> null (reference cleared, as players is not copied or is not there)";

        assertThatThrownBy(() -> run(plan, progress -> {
                    if (progress.step().equals("copy rows")) {
                        throw new IllegalStateException("broken off");
                    }
                }))
                .hasMessage("broken off");
        assertThat(where(plan, "s1", "items", "3"))
                .isEqualTo(item3.formatted(
                        "becomes", " (not yet there: call run until it is finished, or verify the target)"));

        merged(plan);
        assertThat(where(plan, "s1", "items", "1"))
                .isEqualTo("s1.items (id = 1) is not copied: it refers to s1.players (id = 7), which is not there");
        assertThat(where(plan, "s1", "items", "2"))
                .endsWith("it refers to s1.kinds (id = 5), whose table is not copied (class skip)");
        assertThat(where(plan, "s1", "items", "3")).isEqualTo(item3.formatted("is", ""));
    }

    @Test
    void aPatternOfTablesIsAReferenceOfEachOfThem() throws Exception {
        given(PLAYERS + TWO_PLAYERS + """
                CREATE TABLE bags (owner_id INT PRIMARY KEY);
                CREATE TABLE pets (id INT PRIMARY KEY AUTO_INCREMENT, owner_id INT NOT NULL);
                INSERT INTO bags VALUES (2);
                INSERT INTO pets VALUES (1, 1), (2, -1);
                """, "", "");

        merged("references: [ { from: '*.owner_id', to: players.id, none: [-1] } ]\n");

        requireRows("SELECT owner_id FROM merged.bags ORDER BY 1", "2", "12");
        requireRows("SELECT owner_id FROM merged.pets ORDER BY id", "1", "-1", "11", "-1");
    }

    // ---------------------------------------------------------------------------------------------------- fresh ids

    @Test
    void freshIdsAvoidReservedRangesInWhateverOrderTheyAreListed() throws Exception {
        given(
                ACCOUNTS,
                "INSERT INTO account VALUES (1, 'Ann', 'a')",
                "INSERT INTO account VALUES (1, 'Bob', 'b'), (2, 'Cid', 'c')");

        merged("tables: { account: { ids: map, reserved: [ 31..40, 3..30 ] } }\n");

        requireRows("SELECT id, login FROM merged.account ORDER BY 1", "1 Ann", "41 Bob", "42 Cid");
    }

    @Test
    void idsToWhichNoIndexLeadsAreReplacedInChunks() throws Exception {
        given(
                "CREATE TABLE hero (name VARCHAR(9) PRIMARY KEY, no INT NOT NULL); CREATE TABLE pet (owner INT);",
                "INSERT INTO hero SELECT 'a' || x, x FROM SYSTEM_RANGE(1, 250)",
                "INSERT INTO hero SELECT 'b' || x, x FROM SYSTEM_RANGE(1, 250)");
        Set<Long> done = new HashSet<>();
        String yaml =
                "execution: { chunk-rows: 100 }\ntables: { hero: { ids: map } }\nreferences: [ pet.owner -> hero.no ]\n";

        PlanFile plan = planned(yaml);
        run(plan, progress -> done.add(progress.step().equals("map ids") ? progress.done() : 0));

        assertThat(done).containsExactlyInAnyOrder(0L, 100L, 200L, 250L);
        requireRows("SELECT COUNT(DISTINCT no), MAX(no) FROM merged.hero", "500 500");
        assertThat(MergeReport.run(plan, password()).path("copies").toString()).contains("\"rows\":250,");
    }

    @Test
    void aValueThatStandsForNoneBecomesNoId() throws Exception {
        given(PLAYERS + TWO_PLAYERS + """
                CREATE TABLE guilds (id INT PRIMARY KEY AUTO_INCREMENT, leader INT NOT NULL);
                INSERT INTO guilds VALUES (1, 4);
                """, "", "");

        merged("""
                tables: { players: { ids: map } }
                references: [ { from: guilds.leader, to: players.id, none: [4] } ]
                """);

        requireRows("SELECT id FROM merged.players ORDER BY id", "1", "2", "5", "6");
        requireRows("SELECT leader FROM merged.guilds", "4", "4");
    }

    @Test
    void aCounterThatWouldGiveIdsAgainIsFoundByTheVerification() throws Exception {
        given(ACCOUNTS + "INSERT INTO account VALUES (1, 'ann', 'a@x');", "", "");
        PlanFile plan = merged("unique: [ { key: account.login, on-clash: rename } ]\n");
        requireRows("SELECT id FROM merged.account ORDER BY 1", "1", "11");

        servers.script("merged", "ALTER TABLE account ALTER COLUMN id RESTART WITH 11");

        assertThat(faults(plan)).containsExactly("account: the next id is 11, and 11 is taken already");
    }

    @Test
    void aCounterGoesOnAboveWhatASourcesOneHadReached() throws Exception {
        given(
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Ann', 'a');",
                "",
                "ALTER TABLE account ALTER COLUMN id RESTART WITH 50");
        merged("tables: { account: { ids: offset } }\n");

        servers.script("merged", "INSERT INTO account (login, mail) VALUES ('Eve', 'e')");

        requireRows("SELECT id FROM merged.account ORDER BY 1", "1", "11", "60");
    }

    @Test
    void aCounterThatDoesNotFitIntoTheColumnGoesOnAboveTheIds() throws Exception {
        given(
                "CREATE TABLE pet (id SMALLINT PRIMARY KEY AUTO_INCREMENT, name TEXT);"
                        + "INSERT INTO pet VALUES (1, 'Rex'), (10000, 'Tom');",
                "",
                "ALTER TABLE pet ALTER COLUMN id RESTART WITH 25000");
        merged("tables: { pet: { ids: offset } }\n");

        servers.script("merged", "INSERT INTO pet (name) VALUES ('Max')");

        requireRows("SELECT MAX(id) < 25000 FROM merged.pet", "TRUE");
    }

    @Test
    void ofEqualRowsWithoutAKeyThoseTooManyAndTooFewAreFoundByTheVerification() throws Exception {
        given("CREATE TABLE hit (n INT);", "INSERT INTO hit VALUES (5), (5), (6), (6)", "");
        PlanFile plan = merged("");

        servers.script("merged", "INSERT INTO hit VALUES (5); DELETE FROM hit WHERE n = 6 LIMIT 1");

        assertThat(faults(plan))
                .containsExactly(
                        "s1.hit: 1 row(s) missing in the target: n = 6",
                        "hit: 1 row(s) of the target that no source explains: n = 5");
    }

    // ------------------------------------------------------------------------------------------------------ sources

    @Test
    void aTableThatOneServerDoesNotHaveIsMergedFromTheOthers() throws Exception {
        String pets = "CREATE TABLE pet (id INT PRIMARY KEY AUTO_INCREMENT, owner INT NOT NULL);"
                + "INSERT INTO pet VALUES (1, 1);";
        given(
                ACCOUNTS,
                pets + "INSERT INTO account VALUES (1, 'Ann', 'a')",
                "INSERT INTO account VALUES (1, 'Bob', 'b')",
                pets + "INSERT INTO account VALUES (1, 'Cid', 'c')");
        PlanFile plan = merged("references: [ pet.owner -> account.id ]\n");

        requireRows("SELECT login FROM merged.pet JOIN merged.account a ON a.id = owner ORDER BY 1", "Ann", "Cid");
        assertThat(where(plan, "s2", "pet", "1"))
                .startsWith("s2.pet (id = 1): its source has no such table, or is gone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"offset", "map"})
    void aSourceWithoutAnyRowIsMergedLikeOthers(String ids) throws Exception {
        String rows = TWO_PLAYERS + "INSERT INTO stalls VALUES (1, 2)";
        given(
                PLAYERS + "CREATE TABLE stalls (id INT AUTO_INCREMENT PRIMARY KEY, owner INT NOT NULL);",
                "",
                rows,
                "",
                rows);

        merged("tables: { players: { ids: %s } }\nreferences: [ stalls.owner -> players.id ]\n".formatted(ids));

        requireRows("SELECT COUNT(*), COUNT(DISTINCT owner) FROM merged.stalls", "2 2");
        requireRows("SELECT COUNT(*) FROM merged.players", "4");
    }

    // -------------------------------------------------------------------------------------------------------- lists

    @Test
    void aListOfAnEarlierPlanIsNotLeftBesideANewOne() throws Exception {
        String yaml = "unique: [ { key: account.login, on-clash: %s } ]\n";
        given(ACCOUNTS + "INSERT INTO account VALUES (1, 'ann', 'a@x');", "", "");
        planned(yaml.formatted("rename, max-length: 10"));
        Path list = folder().resolve("plan.json.renames.account.login.csv");
        Path notes = Files.writeString(folder().resolve("plan.json.renames.txt"), "of an operator");
        Path other = Files.writeString(folder().resolve("rehearsal.json.renames.account.login.csv"), "of another plan");
        assertThat(list).content().contains("ann");

        planned(yaml.formatted("keep-first, references: follow"));

        assertThat(list).doesNotExist();
        assertThat(notes).exists();
        assertThat(other).exists();
    }
}
