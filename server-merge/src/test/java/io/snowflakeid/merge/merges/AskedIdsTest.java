package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.PlanFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that the game counts by itself and that nothing refers to are ids where the operator says so. */
class AskedIdsTest extends H2MergeCase {

    private static final String GAME = """
            CREATE TABLE hero (guid INT PRIMARY KEY, name VARCHAR(20));
            CREATE TABLE stats (guid INT PRIMARY KEY, health INT);
            CREATE TABLE bag (guid INT, slot INT, worth INT, PRIMARY KEY (guid, slot));
            CREATE TABLE offer (id INT PRIMARY KEY, hero INT, price INT);
            CREATE TABLE word (said VARCHAR(20) PRIMARY KEY);
            CREATE TABLE news (said VARCHAR(20));
            INSERT INTO hero VALUES (1, 'Ann');
            INSERT INTO offer VALUES (1, 1, 5), (3, 1, 6);
            """;

    private static final String REFERENCES = """
            references:
              - stats.guid -> hero.guid
              - offer.hero -> hero.guid
            """;

    @BeforeEach
    void fill() throws Exception {
        given(GAME, "", "");
    }

    @Test
    void theErrorOfAKeyThatMayBeAnIdSaysHowItBecomesOne() throws Exception {
        refused(
                REFERENCES,
                "UNIQUE_CLASH offer(id): 2 values are in several rows",
                "list the key under unique, or its ids under references",
                "or set ids: offset",
                "or another class [1 on s1, s2, 3 on s1, s2]");
    }

    @ParameterizedTest
    @CsvSource({"offer, offset, 11, 13", "offer, map, 4, 5", "'off*', offset, 11, 13"})
    void suchIdsAreMoved(String table, String ids, int first, int second) throws Exception {
        PlanFile plan = merged("tables: { \"" + table + "\": { ids: " + ids + " } }\n" + REFERENCES);

        assertThat(plan.plan().domains()).extracting(IdDomain::name).contains("offer.id");
        requireRows("SELECT * FROM merged.offer ORDER BY id", "1 1 5", "3 1 6", first + " 11 5", second + " 11 6");
        assertThat(where(plan, "s2", "offer", "3"))
                .isEqualTo("s2.offer (id = 3) is merged.offer (id = " + second + "); hero 1 -> 11 (id of hero.guid)");
        assertThat(servers.rows("SELECT first_new + (3 - first_old) FROM merged.snowflake_merge_ids WHERE alias = 's2'"
                        + " AND table_name = 'offer' AND column_name = 'id' AND 3 BETWEEN first_old AND last_old"
                        + " ORDER BY last_old - first_old LIMIT 1"))
                .containsExactly(String.valueOf(second));
    }

    @Test
    void suchIdsAreComparedIfTheyAreToBeKept() throws Exception {
        refused(
                "tables: { offer: { ids: keep } }\n" + REFERENCES,
                "ID_CLASH offer.id: 2 ids are on more than one source",
                "are to be kept",
                "set ids to auto, offset or map",
                "or to static",
                " [1, 3]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bag", "word", "news", "stats", "wo*"})
    void whatCannotBeDoneIsRefused(String table) throws Exception {
        refused(
                "tables: { \"" + table + "\": { ids: offset } }\n" + REFERENCES,
                "CONFIG " + table + ": ids: offset changes nothing",
                "no ids of its own",
                "its key is not one whole number, or holds another table's ids and moves with them",
                "(tables in line 6 of merged.yaml): correct merge.yaml []");
    }
}
