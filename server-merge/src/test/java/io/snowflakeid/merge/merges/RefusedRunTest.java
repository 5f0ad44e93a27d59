package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.MergeReport;
import io.snowflakeid.merge.result.MergeRefusedException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A run whose target is that of another plan, or whose source changes, and what is refused then. */
class RefusedRunTest extends H2MergeCase {

    @Test
    void aRunIsNotContinuedAskedReportedOrVerifiedByAnotherPlan() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY, name VARCHAR(9));", "INSERT INTO hero VALUES (1, 'Ann')", "");
        PlanFile other = planned("execution: { writers: 3 }\n");
        merged("");

        assertThatThrownBy(() -> run(other))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageStartingWith("target merged belongs to another plan");
        assertThatThrownBy(() -> where(other, "s1", "hero", "1"))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " ask with that plan");
        assertThatThrownBy(() -> MergeReport.run(other, servers.password()))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " name the plan that was run");
        assertThatThrownBy(() -> faults(other))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " verify it with that plan");
    }

    /** H2 does not say when a table was written to. */
    @Test
    void aVerificationNamesASourceOfWhichOtherRowsFulfilTheCondition() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY, level INT);", "", "INSERT INTO hero VALUES (1, 5), (2, 5)");
        PlanFile plan = merged("tables: { hero: { where: level > 1 } }\n");

        servers.script("s2", "UPDATE hero SET level = 0 WHERE id = 2");

        assertThat(faults(plan))
                .containsExactly(
                        "hero: 2 rows in the target, 1 expected",
                        "s2.hero: 2 rows were planned, 1 are expected now: the source has changed",
                        "hero: 1 row(s) of the target that no source explains: id = 2");
    }

    /** H2 locks no source. */
    @Test
    void aRowMoreDuringTheRunKeepsItFromBeingFinished() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "INSERT INTO hero VALUES (1), (3)", "");
        PlanFile plan = planned("");
        AtomicBoolean written = new AtomicBoolean();

        assertThatThrownBy(() -> MergeRun.carryOut(plan, servers.password(), progress -> {
                    if (progress.step().equals("copy rows") && written.compareAndSet(false, true)) {
                        addRow();
                    }
                }))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageStartingWith("sources changed while they were merged: s1.hero: it had 2 rows and has 3");
        assertThatThrownBy(() -> faults(plan))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessage(
                        "the run of this plan into merged is not finished: call run until it ends, and read what it says");
    }

    private void addRow() {
        try {
            servers.script("s1", "INSERT INTO hero VALUES (2)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
