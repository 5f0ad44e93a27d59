package io.snowflakeid.merge.copy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.verify.MergeVerification;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sources that are no longer what the plan has read. */
class SourceWatchTest extends H2MergeCase {

    private PlanFile plan;

    @BeforeEach
    void plan() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "INSERT INTO hero VALUES (1), (3)", "");
        plan = planned("");
    }

    private void requireRefused(String change) {
        assertThatThrownBy(() -> MergeRun.carryOut(plan, servers.password(), progress -> {}))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageContainingAll(
                        "sources changed since the plan of " + plan.plan().plannedAt() + " UTC: " + change + ".",
                        "Stop what writes to them",
                        "drop the target merged",
                        "plan again");
    }

    /** H2 locks no source. */
    @Test
    void aRowMoreDuringTheRunKeepsItFromBeingFinished() {
        AtomicBoolean written = new AtomicBoolean();

        assertThatThrownBy(() -> MergeRun.carryOut(plan, servers.password(), progress -> {
                    if (progress.step().equals("copy rows") && written.compareAndSet(false, true)) {
                        write("INSERT INTO hero VALUES (2)");
                    }
                }))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageStartingWith("sources changed while they were merged: s1.hero: it had 2 rows and has 3");
        requireRefused("s1.hero: it had 2 rows and has 3");
        assertThatThrownBy(() -> MergeVerification.verify(plan, servers.password(), 1, progress -> {}))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessage("the run of this plan into merged is running, not finished: call run until it ends");
    }

    private void write(String sql) {
        try {
            servers.script("s1", sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
