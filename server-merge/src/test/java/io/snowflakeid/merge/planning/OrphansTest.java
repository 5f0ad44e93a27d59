package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.FindingCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan says of rows that refer to a row that is not there, to one of the main server alone, or to one that is left out. */
class OrphansTest extends H2MergeCase {

    private static final String PLAYERS = "CREATE TABLE players (id INT PRIMARY KEY, active INT NOT NULL);";
    private static final String MAIL = "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender INT);";

    private List<String> orphans(String reference) throws Exception {
        return found("references: [ { from: mail.sender, to: players.id" + reference + " } ]\n", "ORPHANS", "RESOLVED");
    }

    @Test
    void theyAreAnErrorUnlessThePolicySaysWhatBecomesOfThem() throws Exception {
        given(
                PLAYERS + MAIL,
                "INSERT INTO players VALUES (1, 1); INSERT INTO mail VALUES (1, 1), (2, NULL)",
                "INSERT INTO players VALUES (2, 1); INSERT INTO mail VALUES (1, 2), (2, 7)");

        assertThat(orphans(""))
                .satisfiesExactly(says(
                        "ERROR s2.mail.sender -> players.id: 1 rows refer to a row that is not there",
                        "correct the source",
                        "or list the reference with orphans, none or when 1 [sender = 7, id = 2]"));
        assertThat(orphans(", orphans: drop"))
                .satisfiesExactly(says(
                        "WARNING s2.mail.sender -> players.id: 1 rows refer to a row that is not there",
                        "as orphans: drop expects: check the samples 1 [sender = 7, id = 2]"));
        assertThat(orphans(", none: [7]")).isEmpty();
        String accepted = " } ]\naccept: [ { code: ORPHANS, subject: '*', because: seen";
        assertThat(orphans(accepted)).isEqualTo(orphans(""));
    }

    @Test
    void allRowsAreSomeWhereTheSourceDoesNotHaveTheOtherTable() throws Exception {
        given(
                MAIL,
                PLAYERS + "INSERT INTO players VALUES (1, 1); INSERT INTO mail VALUES (1, 1)",
                "INSERT INTO mail VALUES (1, 1), (2, NULL), (3, 2)");

        assertThat(orphans(", orphans: drop"))
                .satisfiesExactly(says(
                        "WARNING s2.mail.sender -> players.id: 2 rows refer to a row that is not there",
                        "as orphans: drop expects: check the samples 2 [sender = 1, id = 1, sender = 2, id = 3]"));
    }

    @Test
    void ofThoseThatAreKeptThePlanCountsWhatTheTargetGets() throws Exception {
        given(
                PLAYERS + "CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender INT, receiver INT NOT NULL);",
                "",
                "INSERT INTO players VALUES (1, 1), (2, 0); INSERT INTO mail VALUES (1, 7, 1), (2, 8, 2), (3, 1, 1)");

        PlanFile plan = planned("""
                tables: { players: { where: active = 1 } }
                references:
                  - { from: mail.sender, to: players.id, orphans: keep }
                  - mail.receiver -> players.id
                """);
        assertThat(plan.plan().references().get(0).orphanRows()).containsExactly(0L, 1L);
        assertThat(plan.plan().findings())
                .filteredOn(finding -> finding.code() == FindingCode.RESOLVED)
                .extracting(Finding::count)
                .containsExactly(2L);
    }

    private void givenLetters() throws Exception {
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
        givenLetters();
        assertThat(found("tables: { texts: { class: main-only } }\n" + letters(""), "REFERENCE_MAIN_ONLY"))
                .satisfiesExactly(says(
                        "ERROR letters.text_id -> texts.id: rows of s2 and s3 keep the ids by which they refer to texts",
                        "write ids: static",
                        "another class",
                        "accept it: verify lists it as not proved 3 []"));
        assertThat(planned("tables: { texts: { class: main-only } }\n" + letters(""))
                        .plan()
                        .notProved())
                .containsExactly(
                        "not proved, as rows of other servers refer to the main server's: letters.text_id -> texts.id");
    }

    @Test
    void nothingIsSaidWhereTheOperatorKnowsOrNothingOfOthersRefersThere() throws Exception {
        givenLetters();
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

    private static final String HOUSES = """
            CREATE TABLE players (id INT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, active INT NOT NULL);
            CREATE TABLE houses (id INT PRIMARY KEY, paid INT NOT NULL, owner_id INT NULL);
            CREATE TABLE furniture (id INT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, house_id INT NOT NULL);
            INSERT INTO players (id, active) VALUES (1, 1), (2, 0), (3, 0);
            INSERT INTO furniture (id, house_id) VALUES (1, 1), (2, 1), (3, 2);
            """;

    @Test
    void saysHowManyRowsAreLeftOutForWhichReason() throws Exception {
        given(
                HOUSES,
                "INSERT INTO houses VALUES (1, 10, 1), (2, 10, 2);",
                "INSERT INTO houses VALUES (1, 20, 1), (2, 5, 3), (3, 5, NULL);");

        assertThat(found("""
                    tables:
                      players: { where: active = 1 }
                      houses: { ids: static }
                    references:
                      - houses.owner_id -> players.id
                      - furniture.house_id -> houses.id
                    unique: [ { key: houses.id, on-clash: keep-first, references: drop } ]
                    """, "LEFT_OUT"))
                .satisfiesExactlyInAnyOrder(
                        says(
                                "WARNING players: 4 rows are left out (s1 2 of 3, s2 2 of 3)",
                                "4 do not fulfil its where: ",
                                " 4 []"),
                        says(
                                "WARNING houses: 3 rows are left out (s1 1 of 2, s2 2 of 3)",
                                "2 refer to a row that is left out: houses.owner_id -> players.id",
                                "1 give way to a row with the same id",
                                " 3 []"),
                        says(
                                "WARNING furniture: 4 rows are left out (s1 1 of 3, s2 3 of 3)",
                                "4 refer to a row that is left out: furniture.house_id -> houses.id",
                                "when-left-out: clear keeps rows that only refer to such rows 4 []"));
    }
}
