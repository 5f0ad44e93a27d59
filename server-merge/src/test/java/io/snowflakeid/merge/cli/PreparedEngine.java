package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.SamplePlan;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.verify.VerificationResult;
import io.snowflakeid.merge.verify.VerificationResult.TableCheck;
import io.snowflakeid.merge.where.RowFate;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An engine that answers as a test has told it. */
final class PreparedEngine extends MergeEngine {

    List<Finding> findings = List.of();
    List<String> faults = List.of();
    List<String> suggestions = List.of();
    RowFate fate;
    Exception failure;
    final List<String> asked = new CopyOnWriteArrayList<>();

    @Override
    PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress) throws Exception {
        begin("plan " + config.target());
        progress.progressed(new MergeProgress("count rows", 0, 200));
        return PlanFile.write(out, SamplePlan.with(findings));
    }

    @Override
    List<String> suggest(MergeConfig config, MergeProgress.Listener progress) throws Exception {
        begin("suggest " + config.target());
        return suggestions;
    }

    @Override
    void run(PlanFile plan, MergeProgress.Listener progress) throws Exception {
        begin("run " + plan.plan().target());
    }

    @Override
    VerificationResult verify(PlanFile plan, int sessions, MergeProgress.Listener progress) throws Exception {
        begin("verify " + plan.plan().target() + " with " + sessions);
        return new VerificationResult(
                List.of(
                        new TableCheck("players", 1, 1234, "a", 1234, "a", faults.isEmpty(), 5),
                        new TableCheck("players", 0, 1234, "", 1234, "", true, 5)),
                faults,
                List.of("not proved: mail.text_id -> texts.id"),
                1499);
    }

    @Override
    RowFate where(PlanFile plan, String alias, String table, List<String> id) throws Exception {
        begin("where " + alias + " " + table + " " + id);
        return fate;
    }

    @Override
    RunRecord outcome(PlanFile plan) {
        return RunRecord.NOT_BEGUN;
    }

    private void begin(String what) throws Exception {
        asked.add(what);
        if (failure != null) {
            throw failure;
        }
    }
}
