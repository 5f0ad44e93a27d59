package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a run, as the target remembers them: rows of one table and source, as many as one transaction takes. Several writers copy
 * them, each in one transaction with the note of its rows: a later call, after a kill at any instant, goes on exactly there. A table without
 * a key is one span of each source.
 */
public record Spans(MergePlan plan, Dialect dialect) {

    private static final long MOST_BYTES = 64L << 20;

    /**
     * Rows beyond a position, or from the beginning, up to another, or to the end.
     *
     * @param done whether they are copied
     */
    public record Span(
            int number,
            String table,
            int source,
            @Nullable String after,
            @Nullable String end,
            boolean done) {}

    private String sql(String template) {
        return new AuditTables(dialect, plan.target()).sql(template);
    }

    /** Cuts the work: first tables without a key, since their spans take longest. Returns the number of spans. */
    long cut(Connection session) throws SQLException {
        List<TablePlan> tables = plan.tables().stream()
                .sorted(Comparator.comparing(table -> !table.walk().isEmpty()))
                .toList();
        List<@Nullable Object[]> spans = new ArrayList<>();
        for (TablePlan table : tables) {
            for (SourcePlan source : plan.sourcesOf(table)) {
                cut(session, table, source, spans);
            }
        }
        String insert = "INSERT INTO {span} (span, table_name, source, after_key, end_key) VALUES (?, ?, ?, ?, ?)";
        return Sql.updateAll(session, sql(insert), spans);
    }

    private void cut(Connection session, TablePlan table, SourcePlan source, List<@Nullable Object[]> spans)
            throws SQLException {
        String from = new RowSelect(plan, dialect, table, source).rows();
        KeyWalk walk = KeyWalk.of(dialect, table);
        SourceRows rows = table.rowsOf(source.number());
        long left = rows == null ? 0 : rows.total();
        long most = mostRows(table);
        @Nullable String after = null;
        while (left > 0) {
            String end = left <= most ? null : walk.spanEnd(session, from, RowSelect.ROW, after, most);
            spans.add(new @Nullable Object[] {spans.size() + 1, table.name(), source.number(), after, end});
            after = end;
            left = end == null ? 0 : left - most;
        }
    }

    /** Fewer of them where they are wide, so that a transaction stays bounded. */
    private long mostRows(TablePlan table) {
        long fitting = MOST_BYTES / Math.max(1, table.averageRowBytes());
        return Math.min(plan.execution().chunkRows(), Math.max(100, fitting));
    }

    /** Copies all that is left. */
    void copy(Sessions sessions, MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<Span> left =
                sessions.with(this::all).stream().filter(span -> !span.done()).toList();
        long done = sessions.with(session -> Sql.number(session, sql("SELECT SUM(done_rows) FROM {span}")));
        long total = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        Count count = new Count("copy rows", done, total, progress);
        ParallelTasks.map(plan.execution().writers(), left, span -> {
            try {
                return count.add(sessions.inTransaction(session -> copy(session, span)));
            } catch (SQLException e) {
                String alias = plan.source(span.source()).alias();
                throw StepFailure.of("copy rows of " + span.table() + " from " + alias, e);
            }
        });
    }

    /** Waits for a transaction of a run that was killed and that the server has not yet undone; returns how many rows it copies. */
    private long copy(Connection session, Span span) throws SQLException {
        String begin = sql("UPDATE {span} SET done_rows = 0 WHERE span = ? AND done_rows IS NULL");
        if (Sql.update(session, begin, span.number()) == 0) {
            return 0;
        }
        long start = System.nanoTime();
        TablePlan table = plan.table(span.table());
        SourcePlan source = plan.source(span.source());
        dialect.use(session, source.database());
        KeyWalk walk = KeyWalk.of(dialect, table);
        String columns = Sql.join(", ", table.columns(), column -> dialect.quote(column.name()));
        String insert = "INSERT INTO " + dialect.table(plan.target(), table.name()) + " (" + columns + ") "
                + new RowSelect(plan, dialect, table, source).query(walk.range(RowSelect.ROW, span.after(), span.end()))
                + walk.order(RowSelect.ROW);
        long rows = Sql.update(session, insert);
        String end = sql("UPDATE {span} SET done_rows = ?, millis = ? WHERE span = ?");
        Sql.update(session, end, rows, (System.nanoTime() - start) / 1_000_000, span.number());
        return rows;
    }

    /** All spans, in the order in which they were cut. */
    public List<Span> all(Connection session) throws SQLException {
        String sql = sql("SELECT span, table_name, source, after_key, end_key, done_rows FROM {span} ORDER BY span");
        return Sql.list(
                session,
                sql,
                row -> new Span(
                        row.getInt(1),
                        row.getString(2),
                        row.getInt(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6) != null));
    }
}
