package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.run.H2MergeCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that stay behind because of each other, which is known only when orphans or clashes are counted. */
class LeavingCirclesTest extends H2MergeCase {

    private static final String ACCOUNTS =
            "CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(9), mentor INT);"
                    + "INSERT INTO account VALUES (1, 'ann', NULL), (2, 'bob', 1);";

    private static final String YAML = """
            references: [ account.mentor -> account.id ]
            unique: [ { key: account.login, on-clash: keep-first, references: drop } ]
            """;

    private List<String> circles() throws Exception {
        return found(YAML, "LEFT_OUT_IN_CIRCLE").stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(Finding::subject)
                .toList();
    }

    @Test
    void aTableWhoseRowsGiveWayAndReferToEachOtherIsACircle() throws Exception {
        given(ACCOUNTS, "", "");

        assertThat(circles()).containsExactly("account");
    }

    @Test
    void itIsReportedBeforeTheNextKeyIsCompared() throws Exception {
        given(ACCOUNTS + "CREATE TABLE town (name VARCHAR(9) UNIQUE); INSERT INTO town VALUES ('Elm');", "", "");

        assertThat(circles()).containsExactly("account");
        assertThat(found(YAML, "UNIQUE_CLASH")).extracting(Finding::subject).containsExactly("account(login)");
    }

    @Test
    void aCircleOfOrphansStopsThePlanBeforeIdsAreCompared() throws Exception {
        given("""
                CREATE TABLE egg (id INT PRIMARY KEY AUTO_INCREMENT, hen INT);
                CREATE TABLE hen (id INT PRIMARY KEY AUTO_INCREMENT, egg INT);
                """, "", "INSERT INTO egg VALUES (1, 99)");
        Path yaml = config("""
                references:
                  - { from: egg.hen, to: hen.id, orphans: drop }
                  - { from: hen.egg, to: egg.id, orphans: drop }
                """);
        List<String> steps = new ArrayList<>();

        MergePlan plan = MergePlanner.plan(
                        ConfigReader.read(yaml),
                        servers.password(),
                        folder().resolve("plan.json"),
                        progress -> steps.add(progress.step()))
                .plan();

        assertThat(plan.findings()).extracting(Finding::code).contains("LEFT_OUT_IN_CIRCLE");
        assertThat(steps).contains("follow references").doesNotContain("compare ids");
    }
}
