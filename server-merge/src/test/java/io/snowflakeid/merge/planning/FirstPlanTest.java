package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.run.H2MergeCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan that is made from nothing but the connection, before any reference is listed. */
class FirstPlanTest extends H2MergeCase {

    @Test
    void clashesOfKeysThatHoldIdsSendToTheReferencesFirst() throws Exception {
        given("""
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, level INT);
                CREATE TABLE slot (hero_id INT NOT NULL, pos INT NOT NULL, PRIMARY KEY (hero_id, pos));
                CREATE TABLE rate (day_no INT PRIMARY KEY, percent INT);
                INSERT INTO hero SELECT x, 1 FROM SYSTEM_RANGE(1, 40);
                INSERT INTO slot SELECT x, 0 FROM SYSTEM_RANGE(1, 40);
                INSERT INTO rate VALUES (1, 5);
                """, "", "");

        assertThat(found("", "PRIMARY_CLASH"))
                .extracting(finding -> finding.subject() + ": " + finding.message())
                .satisfiesExactlyInAnyOrder(
                        says(
                                "slot(hero_id, pos): list the references first",
                                "hero_id looks like ids of hero.id",
                                "see REFERENCE_MISSING",
                                "40 values are on more than one source",
                                ""),
                        message ->
                                assertThat(message).startsWith("rate(day_no): 1 values are on more than one source"));
        assertThat(found("references: [ slot.hero_id -> hero.id ]", "PRIMARY_CLASH"))
                .extracting(Finding::subject)
                .containsExactly("rate(day_no)");
    }

    /** A larger copy of the same game might have values that are no ids. */
    @ParameterizedTest
    @CsvSource({"3, NOTE", "60, ERROR"})
    void aFewValuesUnderHalfANameAreNoError(int guilds, Severity severity) throws Exception {
        given("""
                CREATE TABLE guild (id INT PRIMARY KEY AUTO_INCREMENT, level INT);
                CREATE TABLE kills (id INT PRIMARY KEY AUTO_INCREMENT, killerguild INT NOT NULL);
                INSERT INTO guild SELECT x, 1 FROM SYSTEM_RANGE(1, %1$d);
                INSERT INTO kills (killerguild) SELECT 1 + MOD(x, %1$d) FROM SYSTEM_RANGE(1, 200);
                """.formatted(guilds), "", "");

        assertThat(found("", "REFERENCE_MISSING"))
                .extracting(finding -> finding.subject() + " " + finding.severity())
                .containsExactly("kills.killerguild -> guild.id " + severity);
    }
}
