package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import org.junit.jupiter.api.Test;

/** Two plans of one target: what was run by one is no answer to questions about the other. */
class OtherPlanTest extends H2MergeCase {

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
        assertThatThrownBy(() -> RunRecord.read(other, servers.password()))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " name the plan that was run");
        assertThatThrownBy(() -> faults(other))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " verify it with that plan");
    }
}
