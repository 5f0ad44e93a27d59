package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.run.H2MergeCase;
import org.junit.jupiter.api.Test;

/** Things that are the same on all servers, and belong to another player on each. */
class OwnersTest extends H2MergeCase {

    @Test
    void aThingWithTwoOwnersIsAnErrorUnlessTheClassLeavesItToOne() throws Exception {
        given("""
                CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE houses (id INT PRIMARY KEY AUTO_INCREMENT, owner INT NOT NULL);
                INSERT INTO players VALUES (1), (2);
                """, "INSERT INTO houses VALUES (7, 1)", "INSERT INTO houses VALUES (7, 2)");
        String yaml = """
                tables: { houses: { class: %s, ids: static } }
                references: [ houses.owner -> players.id ]
                """;

        assertThat(found(yaml.formatted("union"), "OWNERSHIP_CLASH"))
                .extracting(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message())
                .satisfiesExactly(says(
                        "ERROR houses.owner: 1 rows belong to somebody on more than one source",
                        "listed in plan.json.owners.houses.owner.csv",
                        "let one of them keep it",
                        "with class main-only, or on-clash: keep-first under unique"));
        assertThat(found(yaml.formatted("main-only"), "OWNERSHIP_CLASH"))
                .extracting(finding -> finding.severity() + " " + finding.subject())
                .containsExactly("WARNING houses.owner");
    }
}
