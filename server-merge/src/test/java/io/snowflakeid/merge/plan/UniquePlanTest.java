package io.snowflakeid.merge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

class UniquePlanTest {

    private static UniquePlan keepFirst(LeftReferences references, long clashes) {
        return new UniquePlan(
                1,
                "p",
                List.of("name"),
                List.of(),
                OnClash.KEEP_FIRST,
                "",
                Side.LATER,
                0,
                references,
                clashes,
                0,
                null,
                null);
    }

    @Test
    void referencesAreLedToTheRowThatIsKeptIfThatIsAskedForAndSomethingClashes() {
        assertThat(keepFirst(LeftReferences.FOLLOW, 1).leadsReferences()).isTrue();
        assertThat(keepFirst(LeftReferences.FOLLOW, 0).leadsReferences()).isFalse();
        assertThat(keepFirst(LeftReferences.FOLLOW, 0).mayLeadReferences()).isTrue();
        assertThat(keepFirst(LeftReferences.DROP, 1).leadsReferences()).isFalse();
        assertThat(keepFirst(LeftReferences.DROP, 1).mayLeadReferences()).isFalse();
        assertThat(keepFirst(null, 1).mayLeadReferences()).isFalse();
    }

    @Test
    void rowsThatReferToOthersThanTheFirstStayBehindIfThatIsAskedForAndSomethingClashes() {
        assertThat(keepFirst(LeftReferences.DROP, 1).dropsReferences()).isTrue();
        assertThat(keepFirst(LeftReferences.DROP, 0).dropsReferences()).isFalse();
        assertThat(keepFirst(LeftReferences.FOLLOW, 1).dropsReferences()).isFalse();
    }

    @Test
    void theFirstIsKeptWhereSomethingClashesAndIsNotRenamed() {
        UniquePlan renamed = new UniquePlan(
                1,
                "p",
                List.of("name"),
                List.of(),
                OnClash.RENAME,
                "{name}.{alias}",
                Side.ALL,
                9,
                null,
                2,
                2,
                "f",
                "h");

        assertThat(keepFirst(null, 1).keepsFirst()).isTrue();
        assertThat(keepFirst(null, 0).keepsFirst()).isFalse();
        assertThat(renamed.keepsFirst()).isFalse();
        assertThat(renamed.leadsReferences()).isFalse();
    }
}
