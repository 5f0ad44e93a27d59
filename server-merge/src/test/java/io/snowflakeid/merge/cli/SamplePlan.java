package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import java.util.List;

/** A plan that was not made by a planner. */
final class SamplePlan {

    private SamplePlan() {}

    static MergePlan with(List<Finding> findings) {
        return of(new ServerConfig("jdbc:mysql://127.0.0.1:3306/", "merge", "MERGE_PASSWORD", null), findings);
    }

    static MergePlan on(ServerConfig server) {
        return of(server, List.of());
    }

    private static MergePlan of(ServerConfig server, List<Finding> findings) {
        return new MergePlan(
                MergePlan.VERSION,
                "2026-11-21 20:00:00",
                "MySQL 9.7.0",
                server,
                "game_merged",
                "utf8mb4",
                "utf8mb4_0900_ai_ci",
                Fingerprint.COUNTS,
                ExecutionConfig.DEFAULT,
                List.of(new SourcePlan(1, "s1", "game_s1"), new SourcePlan(2, "s2", "game_s2")),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                findings);
    }
}
