package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeFailedException;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.report.MergeReport;
import io.snowflakeid.merge.report.TargetAudit;
import io.snowflakeid.merge.testdata.H2Servers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecomputeTest {

    private static final String GAME = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, score INT);
            CREATE TABLE ranking (id INT PRIMARY KEY, score INT);
            INSERT INTO players VALUES (1, 5), (2, 0);
            """;

    @TempDir
    private Path folder;

    @Test
    void aStatementThatFailsIsNamedAndTheRunContinuesThere() throws Exception {
        try (H2Servers servers = H2Servers.inMySqlMode("recompute_fails")) {
            servers.script("s1", GAME).script("s2", GAME);
            Path config = servers.config(folder, "merged", """
                    tables:
                      ranking:
                        class: recompute
                        recompute:
                          - INSERT INTO ranking SELECT id, score FROM players WHERE score > 0
                          - UPDATE ranking SET score = 100 / (score - 5)
                    """, "s1", "s2");
            PlanFile plan = MergePlanner.plan(
                    ConfigReader.read(config), servers.password(), folder.resolve("plan.json"), progress -> {});

            assertThatThrownBy(() -> MergeRun.carryOut(plan, servers.password(), progress -> {}))
                    .isInstanceOf(MergeFailedException.class)
                    .hasMessageStartingWith(
                            "statement 2 of recompute of table ranking is refused by the server (Division by zero: ")
                    .hasMessageContainingAll(
                            "All rows, indexes and foreign keys are in merged",
                            "what recompute fills, and triggers, are not",
                            "such as a routine, create it and run again",
                            "it continues here",
                            "To change the statement, change merge.yaml, drop merged, plan and run again");
            assertThat(servers.rows("SELECT COUNT(*) FROM merged.ranking")).containsExactly("0");

            servers.script("merged", "UPDATE players SET score = 6 WHERE score = 5");
            MergeRun.carryOut(plan, servers.password(), progress -> {});

            assertThat(servers.rows("SELECT score FROM merged.ranking")).containsExactly("100", "100");
        }
    }

    @Test
    void whatNoVerificationProvesIsNamed() throws Exception {
        try (H2Servers servers = H2Servers.inMySqlMode("recompute_proof")) {
            servers.script("s1", GAME).script("s2", GAME);
            Path config = servers.config(folder, "merged", """
                    tables: { ranking: { class: recompute, recompute: [ "INSERT INTO ranking SELECT id, score FROM players" ] } }
                    references: [ { from: players.score, to: ranking.id, orphans: keep } ]
                    accept: [ { code: REFERENCE_RECOMPUTED, subject: "*", because: a rehearsal } ]
                    """, "s1", "s2");
            PlanFile plan = MergePlanner.plan(
                    ConfigReader.read(config), servers.password(), folder.resolve("plan.json"), progress -> {});
            MergeRun.carryOut(plan, servers.password(), progress -> {});

            VerificationResult result = MergeVerification.verify(plan, servers.password(), 1, progress -> {});

            assertThat(result.faults()).isEmpty();
            assertThat(result.notProved())
                    .containsExactly(
                            "not compared, as recompute fills it: ranking",
                            "not proved, as ranking is filled by recompute: players.score -> ranking.id");
            MergeReport report = MergeReport.of(plan, TargetAudit.read(plan, servers.password()), Map.of(), "now");
            assertThat(report.notProved()).isEqualTo(result.notProved());
        }
    }
}
