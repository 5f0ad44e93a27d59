package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.run.H2MergeCase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game may tell its players apart by names that no key of its database keeps apart. */
class MeetingNamesTest extends H2MergeCase {

    private static final String GAME = """
            CREATE TABLE hero (id INT PRIMARY KEY, name VARCHAR(20) NULL, level INT DEFAULT 1);
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, nickname VARCHAR(20));
            INSERT INTO hero (id, name) VALUES (1, 'Ann'), (2, ''), (3, ''), (4, NULL);
            INSERT INTO mail VALUES (1, 1, 'Ann');
            """;

    private static final String REFERENCES = "references: [ mail.hero -> hero.id ]\n";

    private List<Finding> found(String yaml) throws Exception {
        return found(yaml, "NAMES_MEET");
    }

    @Test
    void namesThatSeveralSourcesHaveAreWarnedOf() throws Exception {
        given(
                "",
                GAME + "INSERT INTO hero (id, name) VALUES (5, 'Bob'), (6, 'Cid')",
                GAME + "INSERT INTO hero (id, name) VALUES (5, 'bob'), (6, 'Cid')");

        assertThat(found(REFERENCES))
                .satisfiesExactly(finding(
                        Severity.WARNING,
                        "NAMES_MEET",
                        "hero.name",
                        List.of(
                                "2 values are on more than one source",
                                "no key of the database forbids that",
                                "if the game tells them apart by it",
                                "write under unique: - { key: hero.name, on-clash: rename }"),
                        2L,
                        List.of("Ann on s1, s2", "Cid on s1, s2")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                REFERENCES + "tables: { hero: { class: main-only } }\n",
                REFERENCES + "tables: { hero: { class: skip } }\n",
                REFERENCES + "tables: { hero: { ids: static } }\n",
                REFERENCES + "tables: { hero: { where: \"name <> 'Ann'\" } }\n",
                REFERENCES + "unique: [ { key: hero.name, on-clash: rename, none: [ '' ] } ]\n",
                REFERENCES + "unique: [ { key: mail.nickname, on-clash: rename, followed-by: [ hero.name ] } ]\n",
            })
    void namesThatNobodyIsFoundByOrThatAreLookedAfterAreNot(String parts) throws Exception {
        given("", GAME + "INSERT INTO hero (id, name) VALUES (5, 'Bob')", GAME);

        assertThat(found(parts)).isEmpty();
    }

    @Test
    void theFirstPlanKnowsNoReferences() throws Exception {
        String counted = GAME.replace("hero (id INT PRIMARY KEY,", "hero (id INT PRIMARY KEY AUTO_INCREMENT,");
        given("", counted + "INSERT INTO hero (id, name) VALUES (5, 'Bob')", counted);

        assertThat(found("")).extracting(Finding::subject).containsExactly("hero.name");
    }

    @Test
    void namesThatAreTheSameEverywhereAreNot() throws Exception {
        given("", GAME, GAME);

        assertThat(found(REFERENCES)).isEmpty();
    }

    @Test
    void namesThatOneSourceHasOftenAreNot() throws Exception {
        String twice = "INSERT INTO hero (id, name) VALUES (8, 'Cid'), (9, 'Cid');";
        given("", GAME + twice, GAME + "INSERT INTO hero (id, name) VALUES (5, 'Bob')");
        assertThat(found(REFERENCES)).isEmpty();

        servers.script("s1", "INSERT INTO hero (id, name) SELECT x + 100, 'n' || x FROM SYSTEM_RANGE(1, 98)");
        assertThat(found(REFERENCES)).extracting(Finding::samples).containsExactly(List.of("Ann on s1, s2"));
    }

    @Test
    void namesOfAKeyAreNot() throws Exception {
        String keyed = GAME + "DELETE FROM hero WHERE id = 2; CREATE UNIQUE INDEX one ON hero (name, level);";
        given("", keyed + "INSERT INTO hero (id, name) VALUES (5, 'Bob')", keyed);

        assertThat(found(REFERENCES)).isEmpty();
    }
}
