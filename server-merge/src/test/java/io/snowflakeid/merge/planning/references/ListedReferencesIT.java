package io.snowflakeid.merge.planning.references;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of merge.yaml that are about the same columns. */
class ListedReferencesIT {

    private static final String[] TABLES = {
        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)", "CREATE TABLE c (id INT PRIMARY KEY, p INT)"
    };

    @Test
    void oneReferenceThatTwoPatternsGiveIsRefusedWithBoth() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.mySqlOrMariaDb(), 2)) {
            game.everywhere(TABLES)
                    .config(
                            "references: [ { from: \"*.p\", to: p.id, none: [0] }, { from: \"c*.p\", to: p.id, orphans: drop }"
                                    + " ]");

            assertThat(game.found("CONFIG_REFERENCE"))
                    .satisfiesExactly(finding(
                            Finding.Severity.ERROR,
                            "CONFIG_REFERENCE",
                            "c.p -> p.id",
                            List.of(
                                    "is listed twice",
                                    "with none: [0], orphans: fail, when-left-out: drop",
                                    "and with none: [], orphans: drop, when-left-out: drop",
                                    "keep one of them in merge.yaml"),
                            null,
                            List.of()));
        }
    }

    @Test
    void aPlainNameGoesBeforeAPattern() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.mySqlOrMariaDb(), 2)) {
            game.everywhere(TABLES)
                    .config("references: [ { from: c.p, to: p.id, none: [0] }, { from: \"*.p\", to: p.id } ]");

            assertThat(game.plan().plan().references())
                    .extracting(ReferencePlan::none)
                    .containsExactly(List.of(0L));
            assertThat(game.found("CONFIG_REFERENCE")).isEmpty();
        }
    }
}
