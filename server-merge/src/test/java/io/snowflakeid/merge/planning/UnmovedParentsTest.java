package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Letters of three servers, whose texts are those of the first. */
class UnmovedParentsTest extends H2MergeCase {

    @BeforeEach
    void fill() throws Exception {
        given(
                """
                CREATE TABLE texts (id INT PRIMARY KEY AUTO_INCREMENT, line VARCHAR(20));
                CREATE TABLE letters (id INT PRIMARY KEY AUTO_INCREMENT, text_id INT);
                INSERT INTO texts VALUES (1, 'x'), (2, 'y');
                """,
                "INSERT INTO letters VALUES (1, 1)",
                "INSERT INTO letters VALUES (1, 1), (2, 0), (3, NULL)",
                "INSERT INTO letters VALUES (1, 2), (2, 2)");
    }

    private static String letters(String more) {
        return "references: [ { from: letters.text_id, to: texts.id, none: [0]" + more + " } ]\n";
    }

    @Test
    void rowsThatReferToTheMainServersAloneAreCounted() throws Exception {
        assertThat(found("tables: { texts: { class: main-only } }\n" + letters(""), "REFERENCE_MAIN_ONLY"))
                .satisfiesExactly(says(
                        "ERROR letters.text_id -> texts.id: rows of s2 and s3 keep the ids by which they refer to texts",
                        "write ids: static for that table",
                        "another class",
                        "or accept this, and verify names it as not proved 3 []"));
    }

    @Test
    void nothingIsSaidWhereTheOperatorKnowsOrNothingOfOthersRefersThere() throws Exception {
        assertThat(found("tables: { texts: { class: main-only, ids: static } }\n" + letters(""), "REFERENCE_MAIN_ONLY"))
                .isEmpty();
        assertThat(found(letters(""), "REFERENCE_MAIN_ONLY")).isEmpty();
        String mainLetters = "  letters: { class: main-only }\n";
        String mainTexts = "tables:\n  texts: { class: main-only }\n";
        assertThat(found(mainTexts + mainLetters + letters(""), "REFERENCE_MAIN_ONLY"))
                .isEmpty();
        assertThat(found(mainTexts + letters(", when: \"id > 5\""), "REFERENCE_MAIN_ONLY"))
                .isEmpty();
    }
}
