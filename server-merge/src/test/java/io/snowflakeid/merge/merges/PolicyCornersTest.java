package io.snowflakeid.merge.merges;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowWhereabouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policies where they are seldom met, on rows that are few enough to write down what must become of them. */
class PolicyCornersTest extends H2MergeCase {

    private static final String ACCOUNTS = """
            CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(20) NOT NULL, mail VARCHAR(20) NOT NULL);
            """;

    private PlanFile plan(String yaml, String... scripts) throws Exception {
        given("", scripts);
        return planned(yaml);
    }

    private PlanFile merge(String yaml, String... scripts) throws Exception {
        given("", scripts);
        return merged(yaml);
    }

    private String where(PlanFile plan, String alias, String table, String... key) throws Exception {
        return RowWhereabouts.find(plan, servers.password(), alias, table, List.of(key))
                .message();
    }

    // ------------------------------------------------------------------------------------------------- unknown ids

    private static final String RANKS = """
            CREATE TABLE guild (id INT PRIMARY KEY AUTO_INCREMENT);
            CREATE TABLE rank_of (guild INT NOT NULL, place INT NOT NULL, PRIMARY KEY (guild, place));
            CREATE TABLE member (id INT PRIMARY KEY AUTO_INCREMENT, guild INT NOT NULL, place INT NOT NULL, weight INT NOT NULL);
            INSERT INTO guild VALUES (1);
            INSERT INTO rank_of VALUES (1, 1);
            """;

    private static final String RANKS_KEPT = """
            tables:
              guild: { ids: map }
              member: { where: "weight < 100" }
            references:
              - rank_of.guild -> guild.id
              - { from: "member(guild, place)", to: "rank_of(guild, place)", orphans: keep }
            """;

    @Test
    void aTableMayHaveAStarInItsName() throws Exception {
        given(
                "CREATE TABLE \"all*\" (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9) UNIQUE);",
                "INSERT INTO \"all*\" VALUES (1, 'Ann')",
                "INSERT INTO \"all*\" VALUES (1, 'Bob')");
        merged("");
        assertThat(servers.rows("SELECT * FROM merged.\"all*\" ORDER BY id")).containsExactly("1 Ann", "11 Bob");
    }

    @Test
    void anIdOfNothingThatWouldGetNoFreshOneIsRefused() throws Exception {
        PlanFile plan = plan(
                RANKS_KEPT,
                RANKS + "INSERT INTO member VALUES (1, 1, 1, 1)",
                RANKS + "INSERT INTO member VALUES (1, 1, 1, 1), (2, 9, 1, 1), (3, 8, 1, 100)");

        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "ID_UNKNOWN s2.member.guild: 1 values are no id of guild.id",
                        "no fresh one for them",
                        "correct the source",
                        "or set ids of that table to offset []"));
    }

    // ------------------------------------------------------------------------------------------------- unique keys

    @Test
    void aNameThatOneServerHasTwiceCannotBeRenamed() throws Exception {
        PlanFile plan = plan(
                "unique: [ { key: account.login, on-clash: rename } ]\n",
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Ann', 'a')",
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Ann', 'b'), (2, 'Ann', 'c'), (3, 'Bob', 'd')");

        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "UNIQUE_CLASH_WITHIN account(login): 1 names are on one source twice",
                        "a new name cannot tell their rows apart",
                        "change these rows before",
                        "or leave this key out of unique",
                        "a value that stands for no name can be listed under none",
                        "['Ann' 2 times on s2]"));
    }

    @Test
    void rowsOfATableAreKeptForTheSakeOfOneKeyOnly() throws Exception {
        PlanFile plan = plan(
                """
                unique:
                  - { key: account.login, on-clash: keep-first }
                  - { key: account.mail, on-clash: keep-first }
                """,
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Ann', 'a')",
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Bob', 'a')");

        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "CONFIG_UNIQUE account[mail]: table has another key with on-clash: keep-first",
                        "would depend on their order",
                        "choose rename for one of them",
                        "or change the rows before []"));
    }

    private static final String CASTLES =
            "CREATE TABLE castle (id INT PRIMARY KEY, since INT NOT NULL, motto VARCHAR(20) NOT NULL UNIQUE);";

    @Test
    void anotherKeyOfRowsOfWhichTheFirstAreKeptIsComparedBetweenThese() throws Exception {
        PlanFile plan = plan(
                "unique: [ { key: castle.id, on-clash: keep-first } ]\n",
                CASTLES + "INSERT INTO castle VALUES (1, 5, 'live'), (2, 9, 'die')",
                CASTLES + "INSERT INTO castle VALUES (1, 9, 'win'), (3, 5, 'die')");

        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "UNIQUE_CLASH castle(motto): 1 values are on more than one source",
                        "list it under unique with on-clash: rename",
                        "or choose class main-only for the table [die, 2 on s1, s2]"));
    }

    @Test
    void whatRefersToIdsThatMeanTheSameEverywhereCannotFollowToAnotherOne() throws Exception {
        String tables = ACCOUNTS + "CREATE TABLE purse (id INT PRIMARY KEY AUTO_INCREMENT, account INT NOT NULL);";
        String yaml = """
                tables: { account: { ids: static }, purse: { ids: offset } }
                references: [ purse.account -> account.id ]
                unique: [ { key: account.login, on-clash: keep-first, references: follow } ]
                """;
        PlanFile plan = plan(
                yaml,
                tables + "INSERT INTO account VALUES (1, 'Ann', 'a'); INSERT INTO purse VALUES (1, 1)",
                tables + "INSERT INTO account VALUES (2, 'Ann', 'b'); INSERT INTO purse VALUES (1, 2)");
        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "FOLLOW_STATIC account.id: 1 rows have another id than the row that is kept in their place",
                        "ids that mean the same on all servers are not led to it",
                        "let ids be auto, offset or map",
                        "or say references: drop []"));

        servers.script("s2", "UPDATE account SET id = 1; UPDATE purse SET account = 1");
        merge(yaml, "SELECT 1", "SELECT 1");
        assertThat(servers.rows("SELECT id, account FROM merged.purse ORDER BY 1"))
                .containsExactly("1 1", "11 1");
    }

    // --------------------------------------------------------------------------------------------------- orphans, ids

    @Test
    void idsThatAreKeptAsOrphansMayBeAnotherServersWhereTheyMeanTheSameEverywhere() throws Exception {
        String tables =
                "CREATE TABLE kind (id INT PRIMARY KEY); CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, kind INT NOT NULL);";
        merge(
                """
                tables: { kind: { ids: static } }
                references: [ { from: item.kind, to: kind.id, orphans: keep } ]
                """,
                tables + "INSERT INTO kind VALUES (1); INSERT INTO item VALUES (1, 2), (2, 3)",
                tables + "INSERT INTO kind VALUES (2); INSERT INTO item VALUES (1, 2)");

        assertThat(servers.rows("SELECT kind FROM merged.item ORDER BY id")).containsExactly("2", "3", "2");
    }

    @Test
    void freshIdsAvoidReservedRangesInWhateverOrderTheyAreListed() throws Exception {
        merge(
                "tables: { account: { ids: map, reserved: [ 31..40, 3..30 ] } }\n",
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Ann', 'a')",
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Bob', 'b'), (2, 'Cid', 'c')");

        assertThat(servers.rows("SELECT id, login FROM merged.account ORDER BY 1"))
                .containsExactly("1 Ann", "41 Bob", "42 Cid");
    }

    @Test
    void aTableThatOneServerDoesNotHaveIsMergedFromTheOthers() throws Exception {
        String pets = ACCOUNTS + "CREATE TABLE pet (id INT PRIMARY KEY AUTO_INCREMENT, owner INT NOT NULL);";
        PlanFile plan = merge(
                "references: [ pet.owner -> account.id ]\n",
                pets + "INSERT INTO account VALUES (1, 'Ann', 'a'); INSERT INTO pet VALUES (1, 1)",
                ACCOUNTS + "INSERT INTO account VALUES (1, 'Bob', 'b')",
                pets + "INSERT INTO account VALUES (1, 'Cid', 'c'); INSERT INTO pet VALUES (1, 1)");

        assertThat(servers.rows("SELECT login FROM merged.pet JOIN merged.account a ON a.id = owner ORDER BY 1"))
                .containsExactly("Ann", "Cid");
        assertThat(where(plan, "s2", "pet", "1")).isEqualTo("s2.pet (id = 1): its source has no such table");
    }

    // ---------------------------------------------------------------------------------------------------------- lists

    @Test
    void aListOfAnEarlierPlanIsNotLeftBesideANewOne() throws Exception {
        String yaml = "unique: [ { key: account.login, on-clash: %s } ]\n";
        String row = ACCOUNTS + "INSERT INTO account VALUES (1, 'ann', 'a@x')";
        plan(yaml.formatted("rename, max-length: 10"), row, row);
        Path list = folder().resolve("plan.json.renames.account.login.csv");
        Path notes = Files.writeString(folder().resolve("plan.json.renames.txt"), "of an operator");
        Path other = Files.writeString(folder().resolve("rehearsal.json.renames.account.login.csv"), "of another plan");
        assertThat(list).content().contains("ann");

        planned(yaml.formatted("keep-first, references: follow"));

        assertThat(list).doesNotExist();
        assertThat(notes).exists();
        assertThat(other).exists();
    }

    // ------------------------------------------------------------------------------------------------------ counters

    @Test
    void aCounterThatWouldGiveIdsAgainIsFoundByTheVerification() throws Exception {
        String row = ACCOUNTS + "INSERT INTO account VALUES (1, 'ann', 'a@x')";
        PlanFile plan = merge("unique: [ { key: account.login, on-clash: rename } ]\n", row, row);
        assertThat(servers.rows("SELECT id FROM merged.account ORDER BY 1")).containsExactly("1", "11");

        servers.script("merged", "ALTER TABLE account ALTER COLUMN id RESTART WITH 11");

        assertThat(MergeVerification.verify(plan, servers.password(), 1, progress -> {})
                        .faults())
                .containsExactly("account: the next id is 11, and 11 is taken already");
    }
}
