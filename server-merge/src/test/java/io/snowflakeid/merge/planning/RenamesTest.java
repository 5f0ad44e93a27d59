package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenamesTest extends H2MergeCase {

    private static final String HEROES = "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40));";

    @Test
    void aNewNameIsNoneThatASourceHas() throws Exception {
        given(
                HEROES,
                "INSERT INTO hero VALUES (1, 'Ann'), (2, 'Ann.s2')",
                "INSERT INTO hero VALUES (1, 'Ann'), (2, 'Ann.s22')");

        assertThat(found("unique: [ { key: hero.name, on-clash: rename } ]\n", "RESOLVED"))
                .singleElement(as(STRING))
                .startsWith("WARNING hero(name): ")
                .endsWith(" [s2: Ann becomes Ann.s23]");
    }

    /** By characters as databases count them, without blanks at the end; of two that are the same then, the second gets a number. */
    @Test
    void aLongNameIsCut() throws Exception {
        given(HEROES + "INSERT INTO hero (name) VALUES ('ab\uD83D\uDC09c'), ('ab cd'), ('ab ce');", "", "");

        merged("unique: [ { key: hero.name, on-clash: rename, max-length: 6 } ]\n");

        requireRows("SELECT name FROM merged.hero WHERE id > 10 ORDER BY id", "ab\uD83D\uDC09.s2", "ab.s2", "ab.s22");
    }

    /** All that can be made of 'A' within so many characters, of which one at least is of the old name, is taken. */
    @ParameterizedTest
    @CsvSource({"3, 0", "4, 1", "5, 9", "8, 1000"})
    void aNameForWhichNoNewOneIsFreeIsAnError(int length, int tries) throws Exception {
        String taken = "INSERT INTO hero (name) SELECT CONCAT('A.s2', x) FROM SYSTEM_RANGE(2, 1000);";
        given(HEROES, taken + "INSERT INTO hero (name) VALUES ('A'), ('A.s2')", "INSERT INTO hero (name) VALUES ('A')");

        refused(
                "unique: [ { key: hero.name, on-clash: rename, max-length: " + length + " } ]\n",
                "RENAME_EXHAUSTED s2.hero.name: no free name for 'A' after " + tries + " tries",
                "within " + length + " characters",
                "choose another pattern or a greater max-length []");
    }

    /** A spreadsheet would run what begins with =. */
    @Test
    void aListShowsFormulasToASpreadsheetAsTextAndTheRunTakesThemAsTheyAre() throws Exception {
        given(
                HEROES + "INSERT INTO hero (name) VALUES ('=HYPERLINK(\"http://x\")'), ('-1+1'), ('''twas'), ('Ann');",
                "",
                "");

        PlanFile plan = merged("unique: [ { key: hero.name, on-clash: rename } ]\n");

        Path list = plan.path().resolveSibling("plan.json.renames.hero.name.csv");
        assertThat(Files.readAllLines(list))
                .anyMatch(line -> line.contains("\"'=HYPERLINK(\"\"http://x\"\")\""))
                .anyMatch(line -> line.contains("\"'-1+1.s2\"") && line.contains("\"'-1+1\""))
                .anyMatch(line -> line.contains("\"''twas.s2\"") && line.contains("\"''twas\""))
                .anyMatch(line -> line.startsWith("Ann.s2,s2,Ann,"));
        assertThat(servers.rows("SELECT name FROM merged.hero WHERE name LIKE '%.s2' ORDER BY 1"))
                .containsExactly("'twas.s2", "-1+1.s2", "=HYPERLINK(\"http://x\").s2", "Ann.s2");
        assertThat(List.of(plan.path(), list))
                .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));
    }
}
