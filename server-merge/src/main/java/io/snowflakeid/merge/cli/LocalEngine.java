package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.Password;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.report.TargetAudit;
import io.snowflakeid.merge.run.MergeRun;
import io.snowflakeid.merge.run.MergeVerification;
import io.snowflakeid.merge.run.RowFate;
import io.snowflakeid.merge.run.RowWhereabouts;
import io.snowflakeid.merge.run.VerificationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planner, runner and verifier of this module, in this process. */
final class LocalEngine implements MergeEngine {

    @Override
    public PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        String password = Password.of(config.server()).reveal();
        return Login.to(config.server(), () -> MergePlanner.plan(config, password, out, progress));
    }

    @Override
    public List<String> suggest(MergeConfig config, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        String password = Password.of(config.server()).reveal();
        return Login.to(config.server(), () -> MergePlanner.suggest(config, password, progress));
    }

    @Override
    public void run(PlanFile plan, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        String password = password(plan);
        Login.to(plan.plan().server(), () -> {
            MergeRun.carryOut(plan, password, progress);
            return true;
        });
    }

    @Override
    public VerificationResult verify(PlanFile plan, int sessions, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        requireFinished(plan);
        String password = password(plan);
        return Login.to(plan.plan().server(), () -> MergeVerification.verify(plan, password, sessions, progress));
    }

    @Override
    public RowFate where(PlanFile plan, String alias, String table, List<String> id)
            throws SQLException, IOException, InterruptedException {
        String password = password(plan);
        return Login.to(plan.plan().server(), () -> RowWhereabouts.find(plan, password, alias, table, id));
    }

    @Override
    public RunRecord outcome(PlanFile plan) throws SQLException, IOException, InterruptedException {
        String password = password(plan);
        return Login.to(plan.plan().server(), () -> TargetAudit.read(plan, password));
    }

    private void requireFinished(PlanFile plan) throws SQLException, IOException, InterruptedException {
        String state = outcome(plan).state();
        if (!state.equals(RunRecord.FINISHED)) {
            throw new MergeRefusedException("the run of this plan into "
                    + plan.plan().target() + " is " + state + ", not finished: call run until it ends");
        }
    }

    private static @Nullable String password(PlanFile plan) {
        return Password.of(plan.plan().server()).reveal();
    }
}
