package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.Password;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.verify.VerificationResult;
import io.snowflakeid.merge.where.RowFate;
import io.snowflakeid.merge.where.RowWhereabouts;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the commands ask of the planner, the run and the verification; what goes wrong is for {@link Failure}. */
class MergeEngine {

    PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress) throws Exception {
        return MergePlanner.plan(config, Password.of(config.server()), out, progress);
    }

    List<String> suggest(MergeConfig config, MergeProgress.Listener progress) throws Exception {
        return MergePlanner.suggest(config, Password.of(config.server()), progress);
    }

    void run(PlanFile plan, MergeProgress.Listener progress) throws Exception {
        MergeRun.carryOut(plan, password(plan), progress);
    }

    VerificationResult verify(PlanFile plan, int sessions, MergeProgress.Listener progress) throws Exception {
        return MergeVerification.verify(plan, password(plan), sessions, progress);
    }

    RowFate where(PlanFile plan, String alias, String table, List<String> id) throws Exception {
        return RowWhereabouts.find(plan, password(plan), alias, table, id);
    }

    RunRecord outcome(PlanFile plan) throws Exception {
        return RunRecord.read(plan, password(plan));
    }

    private static @Nullable String password(PlanFile plan) {
        return Password.of(plan.plan().server());
    }
}
