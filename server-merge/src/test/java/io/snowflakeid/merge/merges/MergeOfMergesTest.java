package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.TinyGame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Servers that were merged are merged: (a, b) is east, (c, d) is west, (east, west) is all; both pairs were called s1 and s2. */
class MergeOfMergesTest extends H2MergeCase {

    @Override
    GameServers newServers() {
        return GameServers.onPlainH2();
    }

    @Test
    void theTargetOfAMergeIsAnOrdinarySourceWhoseAuditIsNamedAndNotCopied() throws Exception {
        for (String name : List.of("a", "b", "c", "d")) {
            TinyGame.fill(servers, name, name.charAt(0) - 'a' + 1);
        }
        merged(config("m1", TinyGame.CONFIG, "s1: a", "s2: b"));
        merged(config("m2", TinyGame.CONFIG, "s1: c", "s2: d"));

        PlanFile plan = merged(config("all", TinyGame.CONFIG, "east: m1", "west: m2"));

        assertThat(servers.rows("SELECT \"name\" FROM \"all\".\"Hero\" WHERE \"name\" LIKE 'Bob%' ORDER BY \"Id\""))
                .containsExactly("Bob", "Bob.s2", "Bob.west", "Bob.s2.west");
        assertThat(servers.rows(
                        "SELECT number, alias, database_name FROM \"all\".\"snowflake_merge_source\" ORDER BY 1"))
                .containsExactly("1 east m1", "2 west m2");
        assertThat(plan.plan().tables()).noneMatch(table -> table.name().startsWith("snowflake_merge_"));
        assertThat(plan.plan().views()).isEmpty();
        requireRows("SELECT COUNT(*) FROM \"all\".\"snowflake_merge_run\"", "1");
        assertThat(found(plan, "NOT_CARRIED"))
                .singleElement(as(STRING))
                .startsWith("WARNING ")
                .contains("east.snowflake_merge_run", "east.snowflake_merge_ids", "west.snowflake_merge_run");
    }
}
