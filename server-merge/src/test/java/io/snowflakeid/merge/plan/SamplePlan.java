package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.result.Finding;
import java.util.ArrayList;
import java.util.List;

/** A plan of two sources that was not made by a planner. */
public final class SamplePlan {

    private SamplePlan() {}

    public static MergePlan with(List<Finding> findings) {
        return of("game_s2", "game_merged", findings);
    }

    public static MergePlan of(String secondSource, String target, List<Finding> findings) {
        ServerConfig server = new ServerConfig("jdbc:mysql://127.0.0.1:3306/", "merge", "MERGE_PASSWORD", null);
        return of(server, secondSource, target, findings);
    }

    public static MergePlan on(ServerConfig server) {
        return of(server, "game_s2", "game_merged", List.of());
    }

    private static MergePlan of(ServerConfig server, String secondSource, String target, List<Finding> findings) {
        return new MergePlan(
                MergePlan.VERSION,
                "2026-11-21 20:00:00",
                "MySQL 9.7.0",
                server,
                target,
                "utf8mb4",
                "utf8mb4_0900_ai_ci",
                Fingerprint.COUNTS,
                new ExecutionConfig(4, 50_000, 60),
                List.of(new SourcePlan(1, "s1", "game_s1"), new SourcePlan(2, "s2", secondSource)),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                findings);
    }
}
