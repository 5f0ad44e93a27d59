package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.plan.PlanFile;
import org.junit.jupiter.api.Test;

/** Rows whose name stands for none, such as that of deleted ones: any number of them may have it. */
class NoNameTest extends H2MergeCase {

    private static final String GAME = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL);
            CREATE TABLE purse (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, gold INT NOT NULL);
            CREATE TABLE said (id INT PRIMARY KEY AUTO_INCREMENT, who VARCHAR(20) NOT NULL);
            """;

    private static final String FIRST = """
            INSERT INTO hero VALUES (1, 'Ann'), (2, ''), (3, ''), (4, 'gone');
            INSERT INTO purse VALUES (1, 1, 10), (2, 2, 20);
            INSERT INTO said VALUES (1, 'Ann'), (2, '');
            """;

    private static final String SECOND = """
            INSERT INTO hero VALUES (1, 'Ann'), (2, ''), (3, 'gone'), (4, 'gone'), (5, 'Bob');
            INSERT INTO purse VALUES (1, 1, 30), (2, 2, 40), (3, 4, 50);
            INSERT INTO said VALUES (1, 'Ann'), (2, ''), (3, 'gone');
            """;

    private static final String REFERENCES = """
            tables: { hero: { ids: offset }, purse: { ids: offset }, said: { ids: offset } }
            references: [ purse.hero -> hero.id ]
            """;

    private PlanFile merge(String unique, Clash clash, String... followers) throws Exception {
        return merged(
                REFERENCES + unique,
                new MergeFacts()
                        .reference("purse.hero -> hero.id")
                        .name("hero.name", clash, followers)
                        .noName("hero.name", "", "gone"));
    }

    @Test
    void theyAreNotRenamedAndNotFollowed() throws Exception {
        given(GAME, FIRST, SECOND);

        PlanFile plan = merge(
                "unique: [ { key: hero.name, on-clash: rename, none: [ '', gone ], followed-by: [ said.who ] } ]\n",
                Clash.RENAME_LATER,
                "said.who");

        assertThat(servers.rows("SELECT id, name FROM merged.hero ORDER BY id"))
                .containsExactly("1 Ann", "2 ", "3 ", "4 gone", "11 Ann.s2", "12 ", "13 gone", "14 gone", "15 Bob");
        requireRows("SELECT id, who FROM merged.said ORDER BY id", "1 Ann", "2 ", "11 Ann.s2", "12 ", "13 gone");
        assertThat(plan.plan().uniques())
                .filteredOn(unique -> !unique.none().isEmpty())
                .extracting(unique -> unique.clashes() + " " + unique.renames())
                .containsExactly("1 1");
        assertThat(where(plan, "s2", "hero", "3")).isEqualTo("s2.hero (id = 3) is merged.hero (id = 13)");
    }

    @Test
    void theyStayWhereTheFirstRowOfANameIsKept() throws Exception {
        given(GAME, FIRST, SECOND);

        merge(
                "unique: [ { key: hero.name, on-clash: keep-first, references: follow, none: [ '', gone ] } ]\n",
                Clash.FOLLOW_FIRST);

        assertThat(servers.rows("SELECT id, name FROM merged.hero ORDER BY id"))
                .containsExactly("1 Ann", "2 ", "3 ", "4 gone", "12 ", "13 gone", "14 gone", "15 Bob");
        requireRows("SELECT hero, gold FROM merged.purse ORDER BY gold", "1 10", "2 20", "1 30", "12 40", "14 50");
    }

    @Test
    void theyAreNotComparedWhereNothingIsToBeDone() throws Exception {
        given(GAME + "INSERT INTO hero VALUES (1, '');", "", "");

        error(REFERENCES + "unique: [ { key: hero.name } ]\n").startsWith("UNIQUE_CLASH hero(name): 1 values");
        assertThat(errors(REFERENCES + "unique: [ { key: hero.name, none: [ '' ] } ]\n"))
                .isEmpty();
    }

    @Test
    void noNewNameStandsForNone() throws Exception {
        given(GAME + "INSERT INTO hero VALUES (1, 'Bob');", "", "");

        merged(REFERENCES + "unique: [ { key: hero.name, on-clash: rename, none: [ Bob.s2 ] } ]\n");

        requireRows("SELECT name FROM merged.hero ORDER BY id", "Bob", "Bob.s22");
    }

    @Test
    void aKeyOfTheDatabaseHasNoSuchValues() throws Exception {
        given(GAME + "CREATE UNIQUE INDEX one_name ON hero (name);", "", "");

        refused(
                REFERENCES + "unique: [ { key: hero.name, on-clash: rename, none: [ '' ] } ]\n",
                "CONFIG hero[name]: rows with a value of none would clash in the target",
                "(unique in line 8 of merged.yaml): correct merge.yaml []");
    }

    @Test
    void numbersAreNoNames() throws Exception {
        given(GAME, "", "");

        refused(
                REFERENCES + "unique: [ { key: purse.gold, none: [ '0' ] } ]\n",
                "CONFIG purse[gold]: none is for a key of one text column",
                "(unique in line 8 of merged.yaml): correct merge.yaml []");
    }

    @Test
    void namesThatOneSourceHasTwiceMayStandForNone() throws Exception {
        given(GAME, FIRST, SECOND);

        refused(
                REFERENCES + "unique: [ { key: hero.name, on-clash: keep-first, references: follow } ]\n",
                "UNIQUE_CLASH_WITHIN hero(name): 2 values are on one source twice, as the target compares them",
                "change these rows",
                "or list a value that stands for no name under none",
                "['' more than once on s1, 'gone' more than once on s2]");
    }
}
