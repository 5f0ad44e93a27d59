package io.snowflakeid.merge.run;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.H2Servers;
import io.snowflakeid.merge.testdata.TinyGame;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that were merged are merged: (a, b) is east, (c, d) is west, (east, west) is all; both pairs were called s1 and s2. */
class MergeOfMergesTest {

    private static final String UNIQUE = "  - { key: Hero.name, on-clash: rename,";

    @TempDir
    private Path folder;

    private H2Servers servers;

    @BeforeEach
    void fillFourServers() throws Exception {
        servers = H2Servers.inMySqlMode("merge_of_merges");
        for (String name : List.of("a", "b", "c", "d")) {
            TinyGame.fill(servers, name, name.charAt(0) - 'a' + 1);
        }
    }

    @AfterEach
    void close() throws Exception {
        servers.close();
    }

    private PlanFile mergedTwice(String config) throws Exception {
        H2MergeTest.merged(servers, servers.configOf(folder, "m1", config, "s1: a", "s2: b"));
        H2MergeTest.merged(servers, servers.configOf(folder, "m2", config, "s1: c", "s2: d"));
        return H2MergeTest.merged(servers, servers.configOf(folder, "all", config, "east: m1", "west: m2"));
    }

    private RowFate fate(PlanFile plan, String alias, String table, String... key) throws Exception {
        return RowWhereabouts.find(plan, servers.password(), alias, table, List.of(key));
    }

    @Test
    void namesAreMadeOfTheOriginalOne() throws Exception {
        mergedTwice(TinyGame.CONFIG);
        assertThat(servers.rows("SELECT \"Id\", \"name\" FROM \"all\".\"Hero\" ORDER BY 1"))
                .containsExactly(
                        "1 Bob",
                        "2 aCid",
                        "11 Bob.s2",
                        "12 bCid",
                        "101 Bob.west",
                        "102 cCid",
                        "111 Bob.west2",
                        "112 dCid");
        assertThat(servers.rows("SELECT \"id\", \"signed\" FROM \"all\".\"mail\" WHERE \"sender\" > 110 ORDER BY 1"))
                .containsExactly("12 Bob.west2", "14 Bob.west2");
    }

    @Test
    void aPrefixIsMadeOfTheOriginalNameToo() throws Exception {
        mergedTwice(TinyGame.CONFIG.replace(UNIQUE, UNIQUE + " pattern: '{alias}.{name}',"));
        assertThat(servers.rows("SELECT \"name\" FROM \"all\".\"Hero\" WHERE \"name\" LIKE '%Bob%' ORDER BY \"Id\""))
                .containsExactly("Bob", "s2.Bob", "west.Bob", "west.Bob2");
    }

    @Test
    void noAuditOfTheEarlierMergeIsCopiedAsARow() throws Exception {
        PlanFile plan = mergedTwice(TinyGame.CONFIG);
        assertThat(plan.plan().tables()).noneMatch(table -> table.name().startsWith("snowflake_merge_"));
        assertThat(plan.plan().views()).isEmpty();
        assertThat(servers.rows("SELECT COUNT(*) FROM \"all\".snowflake_merge_run"))
                .containsExactly("1");
    }

    @Test
    void theTargetAnswersForTheServersOfTheEarlierMerges() throws Exception {
        mergedTwice(TinyGame.CONFIG);
        assertThat(servers.rows(
                        "SELECT number, alias, database_name, parent FROM \"all\".snowflake_merge_source ORDER BY 1"))
                .containsExactly(
                        "1 east m1 null",
                        "2 west m2 null",
                        "3 east/s1 a 1",
                        "4 east/s2 b 1",
                        "5 west/s1 c 2",
                        "6 west/s2 d 2");
        for (String alias : List.of("east/s1", "east/s2", "west/s1", "west/s2")) {
            assertThat(newId(alias, "Hero", "Id", 2)).containsExactlyElementsOf(heroOf(alias));
        }
        assertThat(newId("west/s2", "mail", "id", 1)).containsExactly("12");
        assertThat(newId("west/s2", "mail", "id", 4)).isEmpty();
        assertThat(newId("west/s2", "account", "id", 1)).containsExactly("1");
        assertThat(newId("west/s2", "account", "id", 2)).containsExactly("112");
        assertThat(newId("west/s1", "account", "id", 1)).containsExactly("1");
    }

    private List<String> heroOf(String alias) throws Exception {
        String prefix = java.util.Map.of("east/s1", "a", "east/s2", "b", "west/s1", "c", "west/s2", "d")
                .get(alias);
        return servers.rows("SELECT \"Id\" FROM \"all\".\"Hero\" WHERE \"name\" = '" + prefix + "Cid'");
    }

    private List<String> newId(String alias, String table, String column, long id) throws Exception {
        return servers.rows(
                "SELECT first_new + (" + id + " - first_old) FROM \"all\".snowflake_merge_ids WHERE alias = '"
                        + alias + "' AND table_name = '" + table + "' AND column_name = '" + column + "' AND " + id
                        + " BETWEEN first_old AND last_old ORDER BY last_old - first_old LIMIT 1");
    }

    @Test
    void originalNamesAreKnownUnderTheirFinalOnes() throws Exception {
        mergedTwice(TinyGame.CONFIG);
        assertThat(
                        servers.rows(
                                "SELECT s.alias, r.merge_old_value, r.merge_new_value FROM \"all\".snowflake_merge_rename r"
                                        + " JOIN \"all\".snowflake_merge_source s ON s.number = r.merge_source ORDER BY s.number, 2"))
                .containsExactly(
                        "west Bob Bob.west",
                        "west Bob.s2 Bob.west2",
                        "east/s2 Bob Bob.s2",
                        "west/s1 Bob Bob.west",
                        "west/s2 Bob Bob.west2");
    }

    @Test
    void aRowIsFollowedThroughBothMerges() throws Exception {
        PlanFile plan = mergedTwice(TinyGame.CONFIG);
        assertThat(fate(plan, "west/s2", "Hero", "1").message())
                .satisfies(says(
                        "west/s2.Hero (Id = 1) was merged into west.Hero (Id = 11), or would be",
                        "west.Hero (Id = 11) is all.Hero (Id = 111)",
                        "name Bob.s2 -> Bob.west2 (new name)"));
        assertThat(fate(plan, "west/s2", "mail", "4").message())
                .isEqualTo("west/s2.mail (id = 4) was not there when west was merged");

        servers.script("m2", "DROP SCHEMA \"m2\" CASCADE");

        assertThat(fate(plan, "west/s2", "Hero", "1").message())
                .satisfies(says(
                        "west/s2.Hero (Id = 1) would be all.Hero (Id = 111)",
                        "which is there",
                        "its source is gone",
                        "no more is known"));
        assertThat(fate(plan, "west/s2", "purse", "2").values()).containsEntry("account_id", "112");
        assertThat(fate(plan, "west/s2", "mail", "5").inTarget()).isTrue();
    }

    @Test
    void anInterruptedRunPutsThemTogetherOnce() throws Exception {
        H2MergeTest.merged(servers, servers.configOf(folder, "m1", TinyGame.CONFIG, "s1: a", "s2: b"));
        PlanFile plan =
                H2MergeTest.planned(servers, servers.configOf(folder, "all", TinyGame.CONFIG, "m1: m1", "c: c"));
        String stop = "copy rows";
        org.assertj.core.api.Assertions.assertThatThrownBy(() ->
                        MergeRun.carryOut(plan, servers.password(), progress -> {
                            if (progress.step().equals(stop)) {
                                throw new IllegalStateException("stopped");
                            }
                        }))
                .hasMessage("stopped");
        servers.script("all", "DELETE FROM snowflake_merge_step WHERE name = 'ids'");
        List<String> ids = servers.rows("SELECT * FROM \"all\".snowflake_merge_ids ORDER BY 1, 2, 3, 4, 5");

        MergeRun.carryOut(plan, servers.password(), progress -> {});

        assertThat(ids).isNotEmpty();
        assertThat(servers.rows("SELECT * FROM \"all\".snowflake_merge_ids ORDER BY 1, 2, 3, 4, 5"))
                .isEqualTo(ids);
    }

    @Test
    void aMergeOfAMergeOfAMergeIsKnownToo() throws Exception {
        mergedTwice(TinyGame.CONFIG);
        TinyGame.fill(servers, "e", 5);
        PlanFile plan =
                H2MergeTest.merged(servers, servers.configOf(folder, "world", TinyGame.CONFIG, "new: e", "old: all"));
        assertThat(servers.rows("SELECT alias FROM \"world\".snowflake_merge_source ORDER BY number"))
                .containsExactly(
                        "new",
                        "old",
                        "old/east",
                        "old/west",
                        "old/east/s1",
                        "old/east/s2",
                        "old/west/s1",
                        "old/west/s2");
        servers.script("all", "DROP SCHEMA \"all\" CASCADE");
        RowFate hero = fate(plan, "old/west/s2", "Hero", "2");
        assertThat(hero.inTarget()).isTrue();
        assertThat(servers.rows("SELECT \"name\" FROM \"world\".\"Hero\" WHERE \"Id\" = "
                        + hero.values().get("Id")))
                .containsExactly("dCid");
        RowFate mail = fate(plan, "old/west/s2", "mail", "5");
        assertThat(servers.rows("SELECT h.\"name\" FROM \"world\".\"mail\" m JOIN \"world\".\"Hero\" h ON h.\"Id\" ="
                        + " m.\"sender\" WHERE m.\"id\" = " + mail.values().get("id")))
                .containsExactly("dCid");
    }
}
