package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.run.VerificationResult.TableCheck;
import io.snowflakeid.merge.schema.Schema;
import io.snowflakeid.merge.schema.SchemaReader;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.LeftOutSets;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the target is what the plan says.
 *
 * <p>For each table and source, the rows that are expected (moved ids, new names, left-out rows) are counted and the 64-bit hashes
 * of their values summed modulo 2 to the 64th. Together they are as many rows, with the same sum, as the table of the target has.
 */
public final class MergeVerification {

    private final MergePlan plan;
    private final Sessions sessions;
    private final MergeProgress.Listener progress;
    private final int threads;
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

    private MergeVerification(MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress) {
        this.plan = plan;
        this.sessions = sessions;
        this.threads = threads;
        this.progress = progress;
    }

    /**
     * Compares the target with the sources.
     *
     * @param threads sessions at once, at least 1
     * @throws MergeRefusedException if the plan has not been carried out to its end, or a source has changed since
     */
    public static VerificationResult verify(
            PlanFile file, @Nullable String password, int threads, MergeProgress.Listener progress)
            throws SQLException, InterruptedException {
        MergePlan plan = file.plan();
        try (Server server =
                Server.connect(plan.server().url(), plan.server().user(), password, threads + 2, plan.plannedAt())) {
            Duration patience = Duration.ofSeconds(plan.execution().retrySeconds());
            String advice = advice(plan, finishedAt(new Sessions(server, patience), file));
            try (LockSession locks = LockSession.of(server, plan)) {
                Sessions sessions = new Sessions(server, patience, locks);
                String when = "since the plan of " + plan.plannedAt() + " UTC";
                List<String> written =
                        new SourceWatch(plan, sessions).requireNotKnownToBeChanged(threads, when, advice);
                return new MergeVerification(plan, sessions, threads, progress)
                        .verify(() -> SourceWatch.requireNone(written, when, advice));
            }
        }
    }

    private static String advice(MergePlan plan, String finishedAt) {
        return "The run saw none of this until it was finished at " + finishedAt + " UTC, so the target "
                + plan.target() + " holds what was there before, and cannot be proved against what is there now: verify"
                + " before the sources go back to life. If one of them was written to before " + finishedAt
                + ", that is not in the target: drop it, plan and merge again";
    }

    /** Rows that agree prove that a source has the rows that were merged, even if it was written to in between. */
    private VerificationResult verify(Runnable requireNotWritten) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        Schema main = schema(plan.sources().get(0).database());
        DefinitionCheck definitions = new DefinitionCheck(plan, sessions, main, schema(plan.target()), faults::add);
        definitions.check();
        sessions.with(this::checkLeftOut);
        List<TablePlan> readable =
                plan.tables().stream().filter(definitions::comparable).toList();
        List<TableCheck> checks = new RowComparison(plan, sessions, threads, progress, faults::add).compare(readable);
        new ReferenceCheck(plan, sessions, threads, progress)
                .check(
                        plan.references().stream()
                                .filter(reference -> readable.contains(plan.table(reference.table()))
                                        && readable.contains(plan.table(reference.parent())))
                                .toList(),
                        faults::add);
        if (!faults.isEmpty()) {
            requireNotWritten.run();
        }
        VerificationResult result = new VerificationResult(
                checks, List.copyOf(faults), plan.notProved(), (System.nanoTime() - start) / 1_000_000);
        VerificationNote note = new VerificationNote(sessions.dialect(), plan.target());
        sessions.inTransaction(session -> {
            note.write(session, result);
            return true;
        });
        return result;
    }

    /** The sets of the run are what the plan says, and what the sources tell now. */
    private boolean checkLeftOut(Connection session) throws SQLException {
        List<String> found = new ArrayList<>();
        LeftOutSets ofRun = new LeftOutSets(plan, sessions.dialect(), AuditNames.LEFT_OUT);
        LeftOutSet.differences(plan, ofRun.read(session))
                .forEach(difference -> found.add(difference + " in the target's audit tables"));
        LeftOutSets now = new LeftOutSets(plan, sessions.dialect(), AuditNames.LEFT_OUT_NOW);
        try {
            LeftOutSet.differences(plan, now.build(session))
                    .forEach(difference -> found.add(difference + " on the sources"));
        } finally {
            now.drop(session);
        }
        faults.addAll(found);
        return true;
    }

    /** In UTC, as the target notes it. */
    private static String finishedAt(Sessions sessions, PlanFile file) throws SQLException {
        String target = file.plan().target();
        String run = sessions.dialect().table(target, AuditNames.RUN);
        return sessions.with(session -> {
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT plan_hash, state, finished_at FROM " + run)) {
                if (!row.next()) {
                    throw new MergeRefusedException("the run of this plan into " + target + " has not begun: call run");
                }
                if (!row.getString(1).equals(file.hash())) {
                    throw new MergeRefusedException(
                            "target " + target + " belongs to another plan: verify it with that plan");
                }
                if (!row.getString(2).equals("finished")) {
                    throw new MergeRefusedException("the run of this plan into " + target
                            + " has not been finished: call run until it ends, and read what it says");
                }
                return row.getString(3);
            }
        });
    }

    private Schema schema(String database) throws SQLException {
        return sessions.with(session -> SchemaReader.read(session, database));
    }
}
