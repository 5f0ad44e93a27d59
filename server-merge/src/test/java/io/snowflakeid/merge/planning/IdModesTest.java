package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which ways ids are made unique. */
class IdModesTest extends H2MergeCase {

    private static final String HEROES = "CREATE TABLE hero (id %s PRIMARY KEY AUTO_INCREMENT);";

    private IdDomain domain(String yaml) throws Exception {
        return planned(yaml).plan().domains().stream()
                .filter(domain -> domain.name().equals("hero.id"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (1), (2)      | (3), (4)   | ''                       | KEEP   | ranges of the sources do not overlap         | 0
            (1), (3), (5) | (2), (4)   | ''                       | KEEP   | no id is on two sources, compared one by one | 0
            (5)           | (5)        | ''                       | OFFSET | 1 ids are on more than one source            | 10
            (1), (150)    | (1), (150) | ''                       | OFFSET | 2 ids are on more than one source            | 1000
            (1), (150)    | (1), (150) | reserved: [ 1100..1200 ] | OFFSET | 2 ids are on more than one source            | 2000
            (5)           | (5)        | id-range: 1000..2000     | OFFSET | 1 ids are on more than one source            | 1000
            """)
    void idsStayOrMoveByARoundDistanceToWhereTheyMay(
            String first, String second, String setting, IdMode mode, String why, long shift) throws Exception {
        given(HEROES.formatted("INT"), "INSERT INTO hero VALUES " + first, "INSERT INTO hero VALUES " + second);

        IdDomain ids = domain("tables: { hero: { %s } }".formatted(setting));

        assertThat(ids.mode()).isEqualTo(mode);
        assertThat(ids.why()).isEqualTo(why);
        assertThat(ids.of(2).shift()).isEqualTo(shift);
    }

    @Test
    void aTextMayReferToIdsThatStay() throws Exception {
        given(
                HEROES.formatted("INT") + "CREATE TABLE pet (hero VARCHAR(9));",
                "INSERT INTO hero VALUES (1)",
                "INSERT INTO hero VALUES (2)");

        assertThat(errors("references: [ pet.hero -> hero.id ]\n")).isEmpty();
    }

    @Test
    void aNarrowerColumnThatRefersToThemForbidsAnOffset() throws Exception {
        String narrow =
                "CREATE TABLE pet (hero SMALLINT); INSERT INTO hero VALUES (1), (20000); INSERT INTO pet VALUES (1);";
        String references = "references: [ pet.hero -> hero.id ]\n";
        String[] why = {
            "no numbers in a row are free for the ids of source s2 (2 from 1 to 20000)",
            "within pet.hero (SMALLINT), which takes -9223372036854775808..32767"
        };
        given(HEROES.formatted("INT") + narrow, "", "");

        refused(
                references + "tables: { hero: { ids: offset } }\n",
                "ID_RANGE hero.id: " + why[0],
                why[1],
                "widen the column on the main server, or set ids to map []");

        // without being asked for an offset they are mapped
        IdDomain ids = domain(references);
        assertThat(ids.mode()).isEqualTo(IdMode.MAP);
        assertThat(ids.why()).satisfies(says("2 ids are on more than one source", why[0], why[1]));
        assertThat(ids.of(2).freshFrom()).isEqualTo(20001);
        assertThat(ids.of(2).mapped()).isTrue();
        assertThat(subjects(references, "ID_RANGE")).isEmpty();
    }

    @Test
    void freshIdsReachTheGreatestThatTheColumnTakesAndNoFurther() throws Exception {
        given(HEROES.formatted("TINYINT"), "INSERT INTO hero VALUES (1), (126)", "INSERT INTO hero VALUES (1)", "");
        String yaml = "tables: { hero: { ids: map } }\n";

        assertThat(errors(yaml)).isEmpty();

        servers.script("s2", "INSERT INTO hero VALUES (2)");
        error(yaml)
                .startsWith(
                        "ID_RANGE hero.id: no numbers in a row are free for the ids of source s2 (2 from 1 to 2) within hero.id (TINYINT), which takes ");
    }

    /** The ids of a source may take all numbers of 64 bits, or be too far from the free ones. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (-9223372036854775808), (1), (9223372036854775807) | 6 1000000000000000003
            (-9223372036854775808), (-9223372036854775807)     | 5 1000000000000000002
            """)
    void idsAtTheEndsOfAllNumbersGetFreshOnes(String second, String countAndGreatest) throws Exception {
        String first = "INSERT INTO hero VALUES (-9223372036854775807), (1), (1000000000000000000)";
        given(HEROES.formatted("BIGINT"), first, "INSERT INTO hero VALUES " + second);

        merged("");

        requireRows("SELECT COUNT(*), MAX(id) FROM merged.hero", countAndGreatest);
    }

    @Test
    void orphansThatAreKeptForbidThatIdsAreKept() throws Exception {
        String pets = "CREATE TABLE pet (hero INT); INSERT INTO hero VALUES ";
        given(HEROES.formatted("INT") + pets, "(1), (3)", "(2), (4); INSERT INTO pet VALUES (5)");
        String yaml = "tables: { hero: { ids: keep } }\nreferences: [ { from: pet.hero, to: hero.id, orphans: keep } ]";

        refused(
                yaml,
                "ID_CLASH hero.id: 0 ids are on more than one source, and 1 rows that refer to nothing may meet",
                " []");

        servers.script("s2", "INSERT INTO hero VALUES (3); DELETE FROM pet");
        refused(yaml, "ID_CLASH hero.id: 1 ids are on more than one source, but ids are to be kept", " [3]");
    }
}
