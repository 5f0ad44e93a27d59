package io.snowflakeid.merge.report;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the target tells about how it was made. Times are in UTC.
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
        List<Check> checks,
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

    /** A comparison; the source's number is 0 for all together, what is null was not found out. */
    public record Check(
            String table,
            int source,
            long expectedRows,
            @Nullable Long foundRows,
            String expectedHash,
            @Nullable String foundHash,
            boolean fine,
            long millis,
            String checkedAt) {}

    /** Reads what the target of a plan tells. */
    public static RunRecord read(PlanFile file, @Nullable String password) throws SQLException {
        MergePlan plan = file.plan();
        try (Server server = Server.connectReadOnly(
                        plan.server().url(), plan.server().user(), password, 1, plan.plannedAt());
                Connection session = server.session()) {
            return new AuditTables(server.dialect(), plan.target())
                            .runOf(session, file, "name the plan that was run")
                            .isEmpty()
                    ? NOT_BEGUN
                    : new Reading(session, server, file).record();
        }
    }

    private record Reading(Connection session, Server server, PlanFile file) {

        RunRecord record() throws SQLException {
            List<RunRecord> runs =
                    all("SELECT state, program, started_at, finished_at FROM %s", AuditNames.RUN, this::run);
            return runs.isEmpty() ? NOT_BEGUN : runs.get(0);
        }

        private RunRecord run(ResultSet run) throws SQLException {
            return new RunRecord(
                    run.getString(1),
                    run.getString(2),
                    run.getString(3),
                    run.getString(4),
                    all(
                            "SELECT name, done_rows, millis FROM %s ORDER BY done_at, name",
                            AuditNames.STEP, row -> new Step(row.getString(1), row.getLong(2), row.getLong(3))),
                    all(
                            """
                            SELECT table_name, source, SUM(done_rows), SUM(millis) FROM %s
                            GROUP BY table_name, source ORDER BY table_name, source
                            """,
                            AuditNames.SPAN,
                            row -> new Copy(row.getString(1), row.getInt(2), row.getLong(3), row.getLong(4))),
                    all("""
                            SELECT table_name, source, expected_rows, CASE WHEN found_rows >= 0 THEN found_rows END,
                              expected_hash, NULLIF(found_hash, ''), fine, millis, checked_at
                            FROM %s ORDER BY table_name, source
                            """, AuditNames.CHECK, Reading::check),
                    all("SELECT fault FROM %s ORDER BY number", AuditNames.FAULT, row -> row.getString(1)));
        }

        private static Check check(ResultSet row) throws SQLException {
            return new Check(
                    row.getString(1),
                    row.getInt(2),
                    row.getLong(3),
                    row.getObject(4, Long.class),
                    row.getString(5),
                    row.getString(6),
                    row.getBoolean(7),
                    row.getLong(8),
                    row.getString(9));
        }

        private <T> List<T> all(String sql, String table, Sql.Reader<T> reader) throws SQLException {
            String audit = server.dialect().table(file.plan().target(), table);
            return Sql.list(session, sql.formatted(audit), reader);
        }
    }
}
