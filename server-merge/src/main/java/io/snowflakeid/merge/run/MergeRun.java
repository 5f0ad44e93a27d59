package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Databases;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.LeftOutSets;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a plan. May be killed at any moment and called again: it goes on where it was.
 *
 * <p>Tables and indexes are defined in steps of their own; rows go in chunks, each in one transaction with the note of how far its
 * span is. A named lock of the server keeps a second run away.
 */
public final class MergeRun {

    private final PlanFile file;
    private final MergePlan plan;
    private final LockSession locks;
    private final SourceWatch sources;
    private final Sessions sessions;
    private final Dialect dialect;
    private final MergeProgress.Listener progress;
    private final AuditTables audit;
    private final Steps steps;

    private MergeRun(PlanFile file, Server server, LockSession locks, MergeProgress.Listener progress) {
        this.file = file;
        this.locks = locks;
        this.progress = progress;
        plan = file.plan();
        Duration patience = Duration.ofSeconds(plan.execution().retrySeconds());
        sessions = new Sessions(server, patience, locks);
        sources = new SourceWatch(plan, sessions);
        dialect = server.dialect();
        audit = new AuditTables(dialect, plan.target());
        steps = new Steps(sessions, audit);
    }

    /**
     * Carries out a plan, from where it was left.
     *
     * @throws MergeRefusedException if the plan has errors, a source changed, the target is another plan's or not empty, the run is
     *     finished, or another one is at work
     * @throws SQLException if the server fails for longer than the plan's patience: call again
     */
    public static void carryOut(PlanFile file, @Nullable String password, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        MergePlan plan = file.plan();
        if (!plan.runnable()) {
            throw new MergeRefusedException(
                    file.path() + " has errors: see its findings, change merge.yaml or the sources, and plan again");
        }
        try (Server server = Server.connect(
                plan.server().url(),
                plan.server().user(),
                password,
                plan.execution().writers() + 2,
                plan.plannedAt())) {
            progress.progressed(new MergeProgress("lock the sources against writes", 0, 0));
            try (LockSession locks = LockSession.of(server, plan)) {
                new MergeRun(file, server, locks, progress).carryOut();
            }
        }
    }

    private void carryOut() throws SQLException, IOException, InterruptedException {
        requireTargetOurs();
        step("check the sources");
        requireSources("since the plan of " + plan.plannedAt() + " UTC");
        step("prepare the target");
        begin();
        step("find the rows that are left out");
        findLeftOut();
        TargetTables tables = new TargetTables(plan, dialect, steps);
        step("create tables");
        tables.create();
        MapFill maps = new MapFill(plan, dialect);
        maps.create(sessions, audit);
        step("load new names");
        new RenameLoad(file, audit).load(steps);
        Spans spans = new Spans(audit);
        cutSpans(spans, maps);
        Writers writers = new Writers(plan, sessions, spans, maps, progress);
        writers.fillMaps();
        maps.follow(steps);
        tellNewIds(maps);
        writers.copy();
        tables.finish(progress);
        step("check the sources again");
        requireSources("while they were merged");
        end();
    }

    private void requireSources(String when) throws SQLException, InterruptedException {
        String startOver = "Stop what writes to them, drop the target " + plan.target() + " and plan again";
        sources.requireUnchanged(plan.execution().writers(), when, startOver);
    }

    private void step(String name) {
        progress.progressed(new MergeProgress(name, 0, 0));
    }

    // ------------------------------------------------------------------------------------------------------- target

    /** Nothing is there, or what an earlier call of this very plan has left. */
    private void requireTargetOurs() throws SQLException {
        List<String> there = sessions.with(session -> Databases.tables(session, plan.target()));
        if (there.stream().allMatch(name -> name.startsWith(AuditNames.LEFT_OUT))) {
            return; // nothing, or what a plan that was killed has left
        }
        if (!there.contains(AuditNames.RUN)) {
            throw new MergeRefusedException("target " + plan.target() + " is not empty: it has "
                    + String.join(", ", there.subList(0, Math.min(5, there.size())))
                    + (there.size() > 5 ? " and " + (there.size() - 5) + " more tables" : "")
                    + ". Name a new database, or drop this one");
        }
        String[] run = sessions.with(this::runOfTarget);
        if (run.length > 0 && !run[0].equals(file.hash())) {
            throw new MergeRefusedException(
                    "target " + plan.target() + " belongs to another plan (" + run[0].substring(0, 12)
                            + ", this one is " + file.hash().substring(0, 12) + "): run that plan, or drop the target");
        }
        if (run.length > 0 && run[1].equals("finished")) {
            throw new MergeRefusedException("this plan was carried out already, at " + run[2]
                    + " UTC: verify it, or drop the target " + plan.target() + " to merge again");
        }
    }

    private String[] runOfTarget(Connection session) throws SQLException {
        try (PreparedStatement select = session.prepareStatement(
                        "SELECT plan_hash, state, finished_at FROM " + audit.name(AuditNames.RUN));
                ResultSet row = select.executeQuery()) {
            return row.next()
                    ? new String[] {row.getString(1), row.getString(2), String.valueOf(row.getString(3))}
                    : new String[0];
        }
    }

    private void begin() throws SQLException {
        sessions.with(session -> {
            try (var statement = session.createStatement()) {
                for (String sql : dialect.createDatabase(plan.target(), plan.targetCharset(), plan.targetCollation())) {
                    statement.execute(sql);
                }
                for (String sql : audit.create()) {
                    statement.execute(sql);
                }
            }
            return true;
        });
        int call = sessions.inTransaction(this::noteCall);
        locks.goOnOnlyIf(session -> callOf(session) == call);
        new OriginNotes(plan, audit).write(steps);
    }

    /** Counts the calls of a run, so that one that was cut off from the server sees whether another has gone on since. */
    private int noteCall(Connection session) throws SQLException {
        int call = callOf(session) + 1;
        try (PreparedStatement note = session.prepareStatement(
                call == 1
                        ? "INSERT INTO " + audit.name(AuditNames.RUN)
                                + " (calls, number, plan_hash, program, state, started_at)"
                                + " VALUES (?, 1, ?, ?, 'running', ?)"
                        : "UPDATE " + audit.name(AuditNames.RUN) + " SET calls = ?")) {
            note.setInt(1, call);
            if (call == 1) {
                note.setString(2, file.hash());
                String version = MergeRun.class.getPackage().getImplementationVersion();
                note.setString(3, "server-merge " + (version == null ? "of the build" : version));
                note.setTimestamp(4, Timestamp.from(Instant.now()));
            }
            note.executeUpdate();
        }
        return call;
    }

    /** 0 before the first. */
    private int callOf(Connection session) throws SQLException {
        try (PreparedStatement select = session.prepareStatement(
                        "SELECT calls FROM " + audit.name(AuditNames.RUN) + dialect.shareLock());
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private void cutSpans(Spans spans, MapFill maps) throws SQLException {
        step("cut the work into spans");
        steps.onceInTransaction("spans", session -> {
            List<Span> all = new ArrayList<>(maps.spans(1));
            all.addAll(new SpanCut(plan).cut(session, dialect, all.size() + 1));
            spans.add(session, all);
            return (long) all.size();
        });
    }

    /** In the order of the plan, whatever an earlier call has left of them. */
    private void findLeftOut() throws SQLException {
        steps.once("left out", session -> {
            List<LeftOutSet> found = new LeftOutSets(plan, dialect, AuditNames.LEFT_OUT).build(session);
            List<String> differences = LeftOutSet.differences(plan, found);
            if (!differences.isEmpty()) {
                throw new MergeRefusedException("sources changed since the plan: " + String.join("; ", differences)
                        + ". Stop what writes to the sources, drop the target " + plan.target() + " and plan again");
            }
            return found.stream().mapToLong(LeftOutSet::rows).sum();
        });
    }

    /** From here on the target answers for every id. */
    private void tellNewIds(MapFill maps) throws SQLException {
        steps.once(IdsView.STEP, session -> {
            try (Statement statement = session.createStatement()) {
                for (String sql : new IdsView(dialect, audit).create(maps.tables())) {
                    statement.execute(sql);
                }
            }
            return 0L;
        });
    }

    private void end() throws SQLException {
        sessions.inTransaction(session -> {
            try (PreparedStatement update = session.prepareStatement(
                    "UPDATE " + audit.name(AuditNames.RUN) + " SET state = 'finished', finished_at = ?")) {
                update.setTimestamp(1, Timestamp.from(Instant.now()));
                return update.executeUpdate();
            }
        });
    }
}
