package io.snowflakeid.merge.report;

import io.snowflakeid.merge.VerificationResult.TableCheck;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.sql.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the target's audit says about how it was made. Times are in UTC.
 *
 * @param state {@link #NOT_BEGUN}'s, {@link #FINISHED}, or else not finished, whether it is at work or was killed
 * @param program which wrote it, or null before it began
 * @param startedAt null before it began
 * @param finishedAt null before it is finished
 * @param steps what is done
 * @param copies what is copied of each table and source
 * @param checks what the last verification compared, table by table
 * @param faults what it found that is not as it should be, in words
 */
public record RunRecord(
        String state,
        @Nullable String program,
        @Nullable String startedAt,
        @Nullable String finishedAt,
        List<Step> steps,
        List<Copy> copies,
        List<TableCheck> checks,
        List<String> faults) {

    /** There is no target yet. */
    public static final RunRecord NOT_BEGUN =
            new RunRecord("not begun", null, null, null, List.of(), List.of(), List.of(), List.of());

    /** The state of a run that has done all. */
    public static final String FINISHED = "finished";

    /** A step that is done, and how many rows or other things it was about. */
    public record Step(String name, long rows, long millis) {}

    /** How many rows of a source's table are in the target, and what all writers took together. */
    public record Copy(String table, int source, long rows, long millis) {}

    /** Reads the audit of a plan's target. */
    public static RunRecord read(PlanFile file, @Nullable String password) throws SQLException {
        MergePlan plan = file.plan();
        try (Server server =
                        new Server(plan.server().url(), plan.server().user(), password, 1, plan.plannedAt(), true);
                Connection session = server.session()) {
            AuditTables audit = new AuditTables(server.dialect(), plan.target());
            return audit.runOf(session, file, "name the plan that was run").isEmpty()
                    ? NOT_BEGUN
                    : read(session, audit);
        }
    }

    private static RunRecord read(Connection session, AuditTables audit) throws SQLException {
        List<Step> steps = Sql.list(
                session,
                audit.sql("SELECT name, done_rows, millis FROM {step} ORDER BY done_at, name"),
                row -> new Step(row.getString(1), row.getLong(2), row.getLong(3)));
        List<Copy> copies = Sql.list(
                session,
                audit.sql("""
                        SELECT table_name, source, SUM(done_rows), SUM(millis) FROM {span}
                        GROUP BY table_name, source ORDER BY table_name, source
                        """),
                row -> new Copy(row.getString(1), row.getInt(2), row.getLong(3), row.getLong(4)));
        List<String> faults =
                Sql.list(session, audit.sql("SELECT fault FROM {fault} ORDER BY number"), row -> row.getString(1));
        return Sql.one(
                        session,
                        audit.sql("SELECT state, program, started_at, finished_at FROM {run}"),
                        row -> new RunRecord(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                steps,
                                copies,
                                checks(session, audit),
                                faults))
                .orElse(NOT_BEGUN);
    }

    private static List<TableCheck> checks(Connection session, AuditTables audit) throws SQLException {
        return Sql.list(
                session,
                audit.sql("""
                        SELECT table_name, source, expected_rows, expected_hash, found_rows, found_hash, fine, millis
                        FROM {check} ORDER BY table_name, source
                        """),
                row -> new TableCheck(
                        row.getString(1),
                        row.getInt(2),
                        row.getLong(3),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getBoolean(7),
                        row.getLong(8)));
    }
}
