package io.snowflakeid.merge.crossed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.GameServers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of rows under policies that meet: each pair of them, on a model that knows only what the guide promises. */
class CrossedPoliciesTest {

    @TempDir
    private Path folder;

    static List<Policies> pairs() {
        return CrossedMerge.pairsThatMerge();
    }

    static List<Policies> refused() {
        return CrossedMerge.pairsThatAreRefused();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void rowsGoWhereTheGuideSaysThatTheyGo(Policies policies) throws Exception {
        try (GameServers servers = GameServers.onH2(CrossedRows.SERVERS)) {
            assertThat(CrossedMerge.problems(servers, folder, policies, 8)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBeDoneRightIsRefusedByThePlan(Policies policies) throws Exception {
        try (GameServers servers = GameServers.onH2(CrossedRows.SERVERS)) {
            assertThat(CrossedMerge.problems(servers, folder, policies, 8)).isEmpty();
        }
    }

    @Test
    void enoughIsCrossed() {
        assertThat(pairs()).hasSizeGreaterThan(30);
        assertThat(refused()).hasSizeGreaterThan(5);
    }
}
