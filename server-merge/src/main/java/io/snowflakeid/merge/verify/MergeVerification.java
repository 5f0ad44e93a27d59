package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.copy.AuditTables.RunNote;
import io.snowflakeid.merge.copy.LockSession;
import io.snowflakeid.merge.copy.OrphanCount;
import io.snowflakeid.merge.copy.ParallelTasks;
import io.snowflakeid.merge.copy.SourceWatch;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.VerificationResult;
import io.snowflakeid.merge.result.VerificationResult.TableCheck;
import io.snowflakeid.merge.rows.LeftOutSets;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowComparison.Side;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that the target contains the definitions and rows that the plan expects.
 *
 * <p>For each table, the verification compares the number of rows and the sum of the 64-bit row hashes between the sources and the target.
 */
public record MergeVerification(
        MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, List<String> faults) {

    private static final int LONGEST_FAULT = 3_900;

    public static VerificationResult verify(
            PlanFile file, @Nullable String password, int threads, MergeProgress.Listener progress)
            throws SQLException, InterruptedException {
        MergePlan plan = file.plan();
        try (Server server = plan.server().connect(password, threads + 2, plan.plannedAt(), false);
                LockSession locks = LockSession.of(server, plan)) {
            Sessions sessions = new Sessions(server, plan.execution().retrySeconds(), locks);
            String when = "since the plan of " + plan.plannedAt() + " UTC";
            String advice = advice(plan, finishedAt(sessions, file));
            new SourceWatch(plan, sessions).requireUnchanged(threads, when, advice);
            return new MergeVerification(plan, sessions, threads, progress, new ArrayList<>()).verify();
        }
    }

    private static String advice(MergePlan plan, String finishedAt) {
        return "The run saw none of this until it was finished at " + finishedAt + " UTC, so the target "
                + plan.target() + " holds what was there before, and cannot be proved against what is there now: verify"
                + " before the sources go back to life. If one of them was written to before " + finishedAt
                + ", that is not in the target: drop it, plan and merge again";
    }

    private VerificationResult verify() throws SQLException, InterruptedException {
        long start = System.nanoTime();
        Schema target = sessions.with(session -> sessions.dialect().schema(session, plan.target()));
        DefinitionCheck definitions = new DefinitionCheck(plan, sessions, target, faults::add);
        definitions.check();
        List<TablePlan> readable =
                plan.tables().stream().filter(definitions::comparable).toList();
        List<TableCheck> checks = look(readable);
        VerificationResult result = new VerificationResult(
                checks, List.copyOf(faults), plan.notProved(), (System.nanoTime() - start) / 1_000_000);
        return sessions.inTransaction(session -> noted(session, result));
    }

    /** Runs all checks in parallel, and reports the faults in a fixed order. */
    private List<TableCheck> look(List<TablePlan> readable) throws SQLException, InterruptedException {
        RowComparison rows = new RowComparison(plan, sessions, threads, progress, faults::add);
        List<String> lost = new ArrayList<>();
        List<Side> sides = new ArrayList<>();
        List<Sessions.Task<Runnable>> looks = new ArrayList<>();
        looks.add(this::leftOut);
        plan.references().stream()
                .filter(reference -> readable.contains(plan.table(reference.table()))
                        && readable.contains(plan.table(reference.parent())))
                .forEach(reference -> looks.add(session -> orphans(session, reference, lost::add)));
        looks.addAll(rows.looks(readable, sides::add));
        ParallelTasks.map(threads, looks, sessions::with).forEach(Runnable::run);
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : readable) {
            checks.addAll(rows.compare(table, sides));
        }
        faults.addAll(lost);
        return checks;
    }

    private Runnable orphans(Connection session, ReferencePlan reference, Consumer<String> lost) throws SQLException {
        Optional<String> fault = new OrphanCount(plan, sessions.dialect()).fault(session, reference);
        return () -> fault.ifPresent(lost);
    }

    /** Checks that the plan, the audit tables and the sources agree on the rows that the merge does not copy. */
    private Runnable leftOut(Connection session) throws SQLException {
        List<String> differences = new ArrayList<>();
        LeftOutSet.differences(plan, new LeftOutSets(plan, sessions.dialect(), AuditNames.LEFT_OUT).read(session))
                .forEach(difference -> differences.add(difference + " in the target's audit tables"));
        LeftOutSets now = new LeftOutSets(plan, sessions.dialect(), AuditNames.LEFT_OUT_NOW);
        try {
            LeftOutSet.differences(plan, now.build(session))
                    .forEach(difference -> differences.add(difference + " on the sources"));
        } finally {
            now.drop(session);
        }
        return () -> faults.addAll(differences);
    }

    private VerificationResult noted(Connection session, VerificationResult result) throws SQLException {
        AuditTables audit = new AuditTables(sessions.dialect(), plan.target());
        Timestamp now = Timestamp.from(Instant.now());
        Sql.execute(session, List.of(audit.sql("DELETE FROM {check}"), audit.sql("DELETE FROM {fault}")));
        String insert = audit.sql("INSERT INTO {check} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        Sql.updateAll(session, insert, result.tables(), check -> values(check, now));
        int number = 0;
        for (String fault : result.faults()) {
            String text = fault.substring(0, Math.min(LONGEST_FAULT, fault.length()));
            Sql.update(session, audit.sql("INSERT INTO {fault} VALUES (?, ?)"), ++number, text);
        }
        return result;
    }

    private static @Nullable Object[] values(TableCheck check, Timestamp now) {
        return new @Nullable Object[] {
            check.table(),
            check.source(),
            check.expectedRows(),
            check.expectedHash(),
            check.foundRows(),
            check.foundHash(),
            check.fine() ? 1 : 0,
            check.millis(),
            now
        };
    }

    private static String finishedAt(Sessions sessions, PlanFile file) throws SQLException {
        String target = file.plan().target();
        AuditTables audit = new AuditTables(sessions.dialect(), target);
        return sessions.with(session -> audit.runOf(session, file, "verify it with that plan"))
                .map(RunNote::finishedAt)
                .orElseThrow(() -> new MergeRefusedException("the run of this plan into " + target
                        + " is not finished: call run until it ends, and read what it says"));
    }
}
