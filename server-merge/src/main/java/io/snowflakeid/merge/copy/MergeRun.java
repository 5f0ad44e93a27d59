package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.AuditTables.RunNote;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.rows.LeftOutSets;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Executes a plan. If the process is killed during a merge, a later call of {@link #carryOut} continues the merge.
 *
 * <p>Audit tables in the target record which steps and which spans of rows are finished. A named lock prevents parallel merges into one target.
 */
public final class MergeRun {

    private static final int MOST_NAMED = 5;

    private final PlanFile file;
    private final MergePlan plan;
    private final Sessions sessions;
    private final Dialect dialect;
    private final MergeProgress.Listener progress;
    private final AuditTables audit;
    private final Steps steps;

    private MergeRun(PlanFile file, Server server, LockSession locks, MergeProgress.Listener progress) {
        this.file = file;
        this.progress = progress;
        plan = file.plan();
        sessions = new Sessions(server, plan.execution().retrySeconds(), locks);
        dialect = server.dialect();
        audit = new AuditTables(dialect, plan.target());
        steps = new Steps(sessions, audit);
    }

    public static void carryOut(PlanFile file, @Nullable String password, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        MergePlan plan = file.plan();
        if (!plan.runnable()) {
            throw new MergeRefusedException(
                    file.path() + " has errors: see its findings, change merge.yaml or the sources, and plan again");
        }
        progress.progressed(new MergeProgress("lock the sources against writes", 0, 0));
        int sessions = plan.execution().writers() + 2;
        try (Server server = plan.server().connect(password, sessions, plan.plannedAt(), false);
                LockSession locks = LockSession.of(server, plan)) {
            new MergeRun(file, server, locks, progress).carryOut();
        }
    }

    private void carryOut() throws SQLException, IOException, InterruptedException {
        requireTargetOurs();
        step("check the sources");
        requireSources("since the plan of " + plan.plannedAt() + " UTC");
        step("prepare the target");
        begin();
        step("find the rows that are left out");
        steps.once("left out", this::findLeftOut);
        TargetTables tables = new TargetTables(plan, steps, progress);
        step("create tables");
        tables.create();
        step("load new names");
        audit.writeRenames(steps, file);
        step("cut the work into spans");
        steps.once("spans", new Spans(plan, dialect)::cut);
        makeIds(new MapFill(plan, dialect));
        new Spans(plan, dialect).copy(sessions, progress);
        tables.finish();
        finish();
    }

    private void finish() throws SQLException, InterruptedException {
        step("check the sources again");
        requireSources("while they were merged");
        String end = audit.sql("UPDATE {run} SET state = 'finished', finished_at = ?");
        sessions.inTransaction(session -> Sql.update(session, end, Timestamp.from(Instant.now())));
    }

    /** Fills the tables of the target that map old ids to new ids. */
    private void makeIds(MapFill maps) throws SQLException, InterruptedException {
        maps.create(steps);
        maps.fill(steps, progress);
        maps.follow(steps);
        List<String> view = audit.createIds(maps.tables());
        steps.once(AuditTables.IDS_STEP, session -> Sql.execute(session, view));
    }

    private void step(String name) {
        progress.progressed(new MergeProgress(name, 0, 0));
    }

    private void requireSources(String when) throws SQLException, InterruptedException {
        String advice = "Stop what writes to them, drop the target " + plan.target() + " and plan again";
        new SourceWatch(plan, sessions).requireUnchanged(plan.execution().writers(), when, advice);
    }

    private void requireTargetOurs() throws SQLException {
        List<String> there = sessions.with(session -> CatalogQuery.tables(session, plan.target()));
        if (there.stream().allMatch(name -> name.startsWith(AuditNames.LEFT_OUT))) {
            return; // the target is empty, or contains tables of a killed plan command
        }
        if (!there.contains(AuditNames.RUN)) {
            int more = there.size() - MOST_NAMED;
            String some = there.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
            throw new MergeRefusedException("target " + plan.target() + " is not empty: it has " + some
                    + (more > 0 ? " and " + more + " more tables" : "") + ". Name a new database, or drop this one");
        }
        String other = "run that plan, or drop the target";
        Optional<RunNote> run = sessions.with(session -> audit.runOf(session, file, other));
        String finished = run.map(RunNote::finishedAt).orElse(null);
        if (finished != null) {
            throw new MergeRefusedException("this plan was carried out already, at " + finished
                    + " UTC: verify it, or drop the target " + plan.target() + " to merge again");
        }
    }

    private void begin() throws SQLException, IOException {
        List<String> tables = audit.create();
        sessions.with(session -> {
            Sql.update(session, dialect.createDatabase(plan.target(), plan.targetCharset(), plan.targetCollation()));
            return Sql.execute(session, tables);
        });
        steps.once("begin", this::noteRun);
        steps.once("origins", session -> audit.writeOrigins(session, plan));
    }

    private long noteRun(Connection session) throws SQLException {
        String version = MergeRun.class.getPackage().getImplementationVersion();
        String program = "server-merge " + (version == null ? "of the build" : version);
        String insert = audit.sql("""
                INSERT INTO {run} (number, plan_hash, program, state, started_at) VALUES (1, ?, ?, 'running', ?)""");
        return Sql.update(session, insert, file.hash(), program, Timestamp.from(Instant.now()));
    }

    /** Finds the left-out rows, and throws an exception if the left-out rows differ from the plan. */
    private long findLeftOut(Connection session) throws SQLException {
        List<LeftOutSet> found = new LeftOutSets(plan, dialect, AuditNames.LEFT_OUT).build(session);
        List<String> differences = LeftOutSet.differences(plan, found);
        if (!differences.isEmpty()) {
            throw new MergeRefusedException("sources changed since the plan: " + String.join("; ", differences)
                    + ". Stop what writes to the sources, drop the target " + plan.target() + " and plan again");
        }
        return found.stream().mapToLong(LeftOutSet::rows).sum();
    }
}
