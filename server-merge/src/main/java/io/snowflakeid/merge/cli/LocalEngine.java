package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import java.nio.file.Path;
import java.util.List;

/** Planner, runner and verifier of this module, in this process. */
final class LocalEngine implements MergeEngine {

    @Override
    public PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress) {
        throw new UnsupportedOperationException("plan is not built in yet");
    }

    @Override
    public void run(PlanFile plan, MergeProgress.Listener progress) {
        throw new UnsupportedOperationException("run is not built in yet");
    }

    @Override
    public Verification verify(PlanFile plan, int sessions, MergeProgress.Listener progress) {
        throw new UnsupportedOperationException("verify is not built in yet");
    }

    @Override
    public RowFate where(PlanFile plan, String alias, String table, List<String> id) {
        throw new UnsupportedOperationException("where is not built in yet");
    }

    @Override
    public RunRecord outcome(PlanFile plan) {
        return RunRecord.NOT_BEGUN;
    }
}
