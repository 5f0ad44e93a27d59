package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.verify.VerificationResult;
import io.snowflakeid.merge.verify.VerificationResult.TableCheck;
import io.snowflakeid.merge.where.RowFate;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** An engine that answers as a test has told it. */
final class PreparedEngine extends MergeEngine {

    List<Finding> findings = List.of();
    List<String> faults = List.of();
    List<String> suggestions = List.of();
    RowFate fate = new RowFate(true, "s2.players 5 is players 12", Map.of("id", "12", "name", "Anna.s2"));
    RunRecord outcome = RunRecord.NOT_BEGUN;
    Exception failure;
    final List<String> asked = new CopyOnWriteArrayList<>();

    @Override
    PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        asked.add("plan " + config.target());
        progress.progressed(new MergeProgress("count rows", 0, 200));
        failIfTold();
        return PlanFile.write(out, SamplePlan.with(findings));
    }

    @Override
    List<String> suggest(MergeConfig config, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        asked.add("suggest " + config.target());
        failIfTold();
        return suggestions;
    }

    @Override
    void run(PlanFile plan, MergeProgress.Listener progress) throws SQLException, IOException, InterruptedException {
        asked.add("run " + plan.plan().target());
        failIfTold();
    }

    @Override
    VerificationResult verify(PlanFile plan, int sessions, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        asked.add("verify " + plan.plan().target() + " with " + sessions);
        failIfTold();
        return new VerificationResult(
                List.of(
                        new TableCheck("players", 1, 1234, "a", 1234, "a", faults.isEmpty(), 5),
                        new TableCheck("players", 0, 1234, "", 1234, "", true, 5)),
                faults,
                List.of("not proved: mail.text_id -> texts.id"),
                1499);
    }

    @Override
    RowFate where(PlanFile plan, String alias, String table, List<String> id) throws SQLException, IOException {
        asked.add("where " + alias + " " + table + " " + id);
        try {
            failIfTold();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return fate;
    }

    @Override
    RunRecord outcome(PlanFile plan) {
        return outcome;
    }

    private void failIfTold() throws SQLException, IOException, InterruptedException {
        if (failure instanceof SQLException database) {
            throw database;
        }
        if (failure instanceof IOException file) {
            throw file;
        }
        if (failure instanceof InterruptedException interruption) {
            throw interruption;
        }
        if (failure instanceof RuntimeException other) {
            throw other;
        }
    }
}
