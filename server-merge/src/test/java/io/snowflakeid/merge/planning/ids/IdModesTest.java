package io.snowflakeid.merge.planning.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import org.junit.jupiter.api.Test;

/** How ids are made unique, at the limits. */
class IdModesTest extends H2MergeCase {

    @Test
    void theOnlyIdOfTwoSourcesIsAClash() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT); INSERT INTO hero VALUES (5);", "", "");

        assertThat(planned("").plan().domains()).extracting(IdDomain::mode).containsExactly(IdMode.OFFSET);
    }

    @Test
    void freshIdsReachTheGreatestThatTheColumnTakesAndNoFurther() throws Exception {
        given(
                "CREATE TABLE hero (id TINYINT PRIMARY KEY AUTO_INCREMENT);",
                "INSERT INTO hero VALUES (1), (126)",
                "INSERT INTO hero VALUES (1)",
                "");
        String yaml = "tables: { hero: { ids: map } }\n";

        assertThat(errors(planned(yaml))).isEmpty();

        servers.script("s2", "INSERT INTO hero VALUES (2)");
        assertThat(errors(planned(yaml)))
                .singleElement()
                .asString()
                .startsWith(
                        "ID_RANGE hero.id: 2 fresh ids for source s2 do not fit between 127 and 127, the greatest id");
    }
}
