package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class WrittenCheckTest extends H2MergeCase {

    @Test
    void aPlanOfASourceThatChangedMeanwhileCannotBeRun() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "", "");

        PlanFile plan = MergePlanner.plan(
                ConfigReader.read(config("")), servers.password(), folder().resolve("plan.json"), progress -> {
                    if (progress.step().equals("count rows")) {
                        addTable();
                    }
                });

        assertThat(errors(plan))
                .satisfiesExactly(says(
                        "SOURCE_WRITTEN s2.late: was created while it was planned",
                        "stop what writes to the source",
                        "and plan again []"));
        assertThat(plan.plan().runnable()).isFalse();
    }

    private void addTable() {
        try {
            servers.script("s2", "CREATE TABLE IF NOT EXISTS late (id INT)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
