package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowWhereabouts;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two plans of one target: what was run by one is no answer to questions about the other. */
class OtherPlanTest extends H2MergeCase {

    private PlanFile other;
    private PlanFile plan;

    @BeforeEach
    void makeTwoPlans() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY, name VARCHAR(9));", "INSERT INTO hero VALUES (1, 'Ann')", "");
        other = planned("execution: { writers: 3 }\n");
        plan = planned("");
    }

    private void run() throws Exception {
        MergeRun.carryOut(plan, servers.password(), progress -> {});
    }

    @Test
    void aRunIsNotContinuedByAnotherPlan() throws Exception {
        run();

        assertThatThrownBy(() -> MergeRun.carryOut(other, servers.password(), progress -> {}))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageStartingWith("target merged belongs to another plan");
    }

    @Test
    void aRowIsNotLookedUpByAnotherPlan() throws Exception {
        run();

        assertThatThrownBy(() -> RowWhereabouts.find(other, servers.password(), "s1", "hero", List.of("1")))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " ask with that plan");
    }

    @Test
    void aRunIsNotReportedByAnotherPlan() throws Exception {
        run();

        assertThatThrownBy(() -> RunRecord.read(other, servers.password()))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessage("target merged belongs to another plan, of hash " + plan.hash() + ", not " + other.hash()
                        + ": name the plan that was run");
    }

    @Test
    void aRunIsNotVerifiedByAnotherPlan() throws Exception {
        run();

        assertThatThrownBy(() -> MergeVerification.verify(other, servers.password(), 1, progress -> {}))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageMatching("target merged belongs to another plan \\(\\w{12}, this one is \\w{12}\\):"
                        + " verify it with that plan");
    }
}
