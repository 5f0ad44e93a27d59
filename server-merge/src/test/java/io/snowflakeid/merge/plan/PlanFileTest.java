package io.snowflakeid.merge.plan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.run.H2MergeCase;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class PlanFileTest extends H2MergeCase {

    @Test
    void aPlanOfAnotherVersionIsRefused() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "", "");
        PlanFile plan = planned("");
        String text = Files.readString(plan.path());
        String version = "\"version\" : " + MergePlan.VERSION;

        for (int other : new int[] {MergePlan.VERSION - 1, MergePlan.VERSION + 1}) {
            Files.writeString(plan.path(), text.replace(version, "\"version\" : " + other));

            assertThatThrownBy(() -> PlanFile.read(plan.path()))
                    .isInstanceOf(PlanException.class)
                    .hasMessage(plan.path() + " is a plan of version " + other + ", this program reads version "
                            + MergePlan.VERSION + ": plan again");
        }
    }

    @Test
    void aPlanThatWasChangedByHandIsRefused() throws Exception {
        given("CREATE TABLE hero (id INT PRIMARY KEY);", "", "");
        PlanFile plan = planned("");
        String text = Files.readString(plan.path());
        Files.writeString(plan.path(), text.replace("\"hero\"", "\"HERO\""));

        assertThatThrownBy(() -> PlanFile.read(plan.path()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("was changed since it was planned");
    }
}
