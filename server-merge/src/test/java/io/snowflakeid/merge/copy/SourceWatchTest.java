package io.snowflakeid.merge.copy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Sources that are no longer what the plan has read. */
class SourceWatchTest extends H2MergeCase {

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
        assertThatThrownBy(() -> run(plan))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessageContainingAll(
                        "sources changed since the plan of " + plan.plan().plannedAt()
                                + " UTC: s1.hero: it had 2 rows and has 3.",
                        "Stop what writes to them",
                        "drop the target merged",
                        "plan again");
        assertThatThrownBy(() -> faults(plan))
                .isInstanceOf(MergeRefusedException.class)
                .hasMessage(
                        "the run of this plan into merged has not been finished: call run until it ends, and read what it says");
    }

    private void addRow() {
        try {
            servers.script("s1", "INSERT INTO hero VALUES (2)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
