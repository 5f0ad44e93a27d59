package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.rows.KeysetScan;
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
 * Copies the rows of all sources, one range of rows in each transaction. A span is a range of rows from one table of one source. Each transaction
 * also records in the target that its rows are copied. If a table has no key, one transaction copies all of its rows from a source.
 */
public record Spans(MergePlan plan, Dialect dialect) {

    private static final long MOST_BYTES = 64L << 20;

    /**
     * The rows of a table from the position {@code after} (exclusive) to the position {@code end} (inclusive). A null position represents the
     * beginning or the end of the table.
     *
     * @param source the number (from 1) of the source, or 0 for the target
     */
    public record Span(
            int number,
            String table,
            int source,
            @Nullable String after,
            @Nullable String end) {}

    private String sql(String template) {
        return new AuditTables(dialect, plan.target()).sql(template);
    }

    /**
     * Divides all source tables into spans, and returns the number of spans. The copy begins with tables without a key, because each of
     * these tables is copied in one long transaction per source.
     */
    long cut(Connection session) throws SQLException {
        List<TablePlan> tables = plan.tables().stream()
                .sorted(Comparator.comparing(table -> !table.walk().isEmpty()))
                .toList();
        List<Span> spans = new ArrayList<>();
        for (TablePlan table : tables) {
            for (SourcePlan source : plan.sourcesOf(table)) {
                cut(session, table, source, spans);
            }
        }
        String insert = "INSERT INTO {span} (span, table_name, source, after_key, end_key) VALUES (?, ?, ?, ?, ?)";
        return Sql.updateAll(session, sql(insert), spans, span ->
                new @Nullable Object[] {span.number(), span.table(), span.source(), span.after(), span.end()});
    }

    private void cut(Connection session, TablePlan table, SourcePlan source, List<Span> spans) throws SQLException {
        String from = new RowSelect(plan, dialect, table, source).rows();
        KeysetScan walk = KeysetScan.of(dialect, table);
        SourceRows rows = table.rowsOf(source.number());
        long left = rows == null ? 0 : rows.total();
        long most = mostRows(table);
        @Nullable String after = null;
        while (left > 0) {
            String end = left <= most ? null : walk.spanEnd(session, from, RowSelect.ROW, after, most);
            spans.add(new Span(spans.size() + 1, table.name(), source.number(), after, end));
            after = end;
            left = end == null ? 0 : left - most;
        }
    }

    /** Returns the maximum row count per transaction. Tables with large rows have smaller spans, so that the size of a transaction is limited. */
    private long mostRows(TablePlan table) {
        long fitting = MOST_BYTES / Math.max(1, table.averageRowBytes());
        return Math.min(plan.execution().chunkRows(), Math.max(100, fitting));
    }

    void copy(Sessions sessions, MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<Span> left = sessions.with(session -> all(session, "WHERE done_rows IS NULL "));
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

    /** If another process was killed during the copy of the span, the first UPDATE waits until the server has rolled back the copied rows. */
    private long copy(Connection session, Span span) throws SQLException {
        String begin = sql("UPDATE {span} SET done_rows = 0 WHERE span = ? AND done_rows IS NULL");
        if (Sql.update(session, begin, span.number()) == 0) {
            return 0;
        }
        long start = System.nanoTime();
        TablePlan table = plan.table(span.table());
        dialect.use(session, plan.source(span.source()).database());
        String columns = Sql.join(", ", table.columns(), column -> dialect.quote(column.name()));
        String insert = "INSERT INTO " + dialect.table(plan.target(), table.name()) + " (" + columns + ") ";
        String order = KeysetScan.of(dialect, table).order(RowSelect.ROW);
        long rows = Sql.update(session, insert + select(span) + order);
        String end = sql("UPDATE {span} SET done_rows = ?, millis = ? WHERE span = ?");
        Sql.update(session, end, rows, (System.nanoTime() - start) / 1_000_000, span.number());
        return rows;
    }

    /** Returns a query for the rows in a range of a table. The source must be the current database of the session that executes the query. */
    public String select(Span span) {
        TablePlan table = plan.table(span.table());
        String range = KeysetScan.of(dialect, table).range(RowSelect.ROW, span.after(), span.end());
        return new RowSelect(plan, dialect, table, plan.source(span.source())).query(range);
    }

    /** Returns the spans that match a WHERE clause, sorted by number. An empty clause matches all spans. */
    public List<Span> all(Connection session, String where) throws SQLException {
        String sql = sql("SELECT span, table_name, source, after_key, end_key FROM {span} " + where + "ORDER BY span");
        return Sql.list(session, sql, row -> {
            String table = row.getString(2);
            return new Span(row.getInt(1), table, row.getInt(3), row.getString(4), row.getString(5));
        });
    }
}
