package io.snowflakeid.merge;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.SamplePlan;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.VerificationResult;
import io.snowflakeid.merge.result.VerificationResult.TableCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads files, and answers without a database, with what a test prepared. */
public final class PreparedMerge extends ServerMerge {

    public List<Finding> findings = List.of();
    public List<String> faults = List.of();
    public List<String> suggestions = List.of();
    public RowOutcome outcome;
    public Exception failure;
    public final List<String> asked = new CopyOnWriteArrayList<>();

    @Override
    public MergePlanned plan(Path config, Path plan, MergeProgress.Listener progress) throws IOException {
        begin("plan " + config(config, plan).target());
        progress.progressed(new MergeProgress("count rows", 0, 200));
        return MergePlanned.of(PlanFile.write(plan, SamplePlan.with(findings)));
    }

    @Override
    public List<String> suggest(Path config, MergeProgress.Listener progress) {
        begin("suggest");
        return suggestions;
    }

    @Override
    public String run(Path plan, Path passwordFile, MergeProgress.Listener progress) throws IOException {
        String target = planFile(plan, passwordFile).plan().target();
        begin("run " + target);
        return target;
    }

    @Override
    public VerificationResult verify(Path plan, Path passwordFile, int sessions, MergeProgress.Listener progress)
            throws IOException {
        begin("verify " + planFile(plan, passwordFile).plan().target() + " with " + sessions);
        return new VerificationResult(
                List.of(
                        new TableCheck("players", 1, 1234, "a", 1234, "a", faults.isEmpty(), 5),
                        new TableCheck("players", 0, 1234, "", 1234, "", true, 5)),
                faults,
                List.of("not proved: mail.text_id -> texts.id"),
                1499);
    }

    @Override
    public RowOutcome where(Path plan, Path passwordFile, String alias, String table, List<String> id) {
        begin("where " + alias + " " + table + " " + id);
        return outcome;
    }

    private void begin(String what) {
        asked.add(what);
        if (failure != null) {
            PreparedMerge.<RuntimeException>fail(failure);
        }
    }

    /** Any exception, also a checked one that the method does not declare. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void fail(Exception failure) throws E {
        throw (E) failure;
    }
}
