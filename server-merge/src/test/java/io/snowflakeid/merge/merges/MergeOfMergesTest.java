package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
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

    private PlanFile mergedTwice() throws Exception {
        String config = TinyGame.CONFIG;
        H2MergeTest.merged(servers, servers.configOf(folder, "m1", config, "s1: a", "s2: b"));
        H2MergeTest.merged(servers, servers.configOf(folder, "m2", config, "s1: c", "s2: d"));
        return H2MergeTest.merged(servers, servers.configOf(folder, "all", config, "east: m1", "west: m2"));
    }

    @Test
    void theTargetOfAMergeIsAnOrdinarySource() throws Exception {
        mergedTwice();
        assertThat(servers.rows("SELECT \"name\" FROM \"all\".\"Hero\" WHERE \"name\" LIKE 'Bob%' ORDER BY \"Id\""))
                .containsExactly("Bob", "Bob.s2", "Bob.west", "Bob.s2.west");
        assertThat(servers.rows("SELECT number, alias, database_name FROM \"all\".snowflake_merge_source ORDER BY 1"))
                .containsExactly("1 east m1", "2 west m2");
    }

    @Test
    void tablesOfTheEarlierMergeAreNotCopiedButNamed() throws Exception {
        PlanFile plan = mergedTwice();
        assertThat(plan.plan().tables()).noneMatch(table -> table.name().startsWith("snowflake_merge_"));
        assertThat(plan.plan().views()).isEmpty();
        assertThat(servers.rows("SELECT COUNT(*) FROM \"all\".snowflake_merge_run"))
                .containsExactly("1");
        assertThat(plan.plan().findings())
                .filteredOn(finding -> finding.code().name().equals("SOURCE_MERGED"))
                .satisfiesExactly(finding -> {
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
                    assertThat(finding.samples())
                            .contains(
                                    "east.snowflake_merge_run", "east.snowflake_merge_ids", "west.snowflake_merge_run");
                });
    }
}
