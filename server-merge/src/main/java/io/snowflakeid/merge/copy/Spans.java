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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a run, as the target remembers them. Several writers take them, the longest first, and do their chunks, each in one
 * transaction with the note of how far the span is: a later call, after a kill at any instant, goes on exactly there. A table without a
 * key is one chunk of each source.
 */
public record Spans(MergePlan plan, Dialect dialect) {

    private static final String COLUMNS =
            "span, table_name, source, after_key, end_key, last_key, planned_rows, done_rows, done";

    private static final int SPANS_PER_WRITER = 4;
    private static final long CHUNK_BYTES = 64L << 20;

    /**
     * A part of the work that one writer does from its beginning to its end, and how far it is.
     *
     * @param after the position to begin beyond, or null for the beginning
     * @param end the position to end at, or null for the end
     * @param last the last position that is done, or null before the first chunk
     */
    public record Span(
            int number,
            String table,
            int source,
            @Nullable String after,
            @Nullable String end,
            @Nullable String last,
            long plannedRows,
            long doneRows,
            boolean done) {

        Span advanced(@Nullable String newLast, long rows, boolean nowDone) {
            return new Span(number, table, source, after, end, newLast, plannedRows, doneRows + rows, nowDone);
        }
    }

    private String sql(String template) {
        return new AuditTables(dialect, plan.target()).sql(template.replace("{columns}", COLUMNS));
    }

    /** Cuts the work, so that several writers have enough of it until the end; returns the number of spans. */
    long cut(Connection session) throws SQLException {
        long all = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        long spansOfAll = (long) plan.execution().writers() * SPANS_PER_WRITER;
        long rowsOfSpan = Math.max(4L * plan.execution().chunkRows(), all / spansOfAll);
        List<@Nullable Object[]> spans = new ArrayList<>();
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                    cut(session, table, source, rows, rowsOfSpan, spans);
                }
            }
        }
        String insert =
                sql("INSERT INTO {span} ({columns}, chunks, millis) VALUES (?, ?, ?, ?, ?, NULL, ?, 0, 0, 0, 0)");
        return Sql.updateAll(session, insert, spans);
    }

    private void cut(
            Connection session,
            TablePlan table,
            SourcePlan source,
            SourceRows rows,
            long rowsOfSpan,
            List<@Nullable Object[]> spans)
            throws SQLException {
        String from = new RowSelect(plan, dialect, table, source).rows();
        KeyWalk walk = KeyWalk.of(dialect, table);
        long cut = 0;
        @Nullable String after = null;
        @Nullable String end;
        do {
            long left = rows.total() - cut;
            end = left <= rowsOfSpan * 3 / 2
                    ? null
                    : walk.chunkEnd(session, from, RowSelect.ROW, after, null, rowsOfSpan);
            long before = copied(rows, cut);
            cut += end == null ? left : rowsOfSpan;
            long planned = copied(rows, cut) - before;
            spans.add(new @Nullable Object[] {spans.size() + 1, table.name(), source.number(), after, end, planned});
            after = end;
        } while (end != null);
    }

    /** About how many of the first so many rows go into the target: of all of them, exactly how many. */
    private static long copied(SourceRows rows, long first) {
        return first >= rows.total() ? rows.copied() : (long) ((double) rows.copied() * first / rows.total());
    }

    // -------------------------------------------------------------------------------------------------------- copy

    /** Copies all that is left. */
    void copy(Sessions sessions, MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<Span> all = sessions.with(this::all).stream()
                .sorted(Comparator.comparingLong((Span span) -> span.doneRows() - span.plannedRows()))
                .toList();
        long done = all.stream().mapToLong(Span::doneRows).sum();
        long total = all.stream().mapToLong(Span::plannedRows).sum();
        Count count = new Count("copy rows", done, total, progress);
        ParallelTasks.map(plan.execution().writers(), all, span -> {
            try {
                return finish(sessions, span, count);
            } catch (SQLException e) {
                String alias = plan.source(span.source()).alias();
                throw StepFailure.of("copy rows of " + span.table() + " from " + alias, e);
            }
        });
    }

    /** Does all that is left of a span, and returns it as it is then; counts the rows of each chunk. */
    private Span finish(Sessions sessions, Span span, Count copied) throws SQLException {
        Span current = span;
        while (!current.done() && !Thread.currentThread().isInterrupted()) {
            long before = current.doneRows();
            current = sessions.inTransaction(session -> chunk(session, span.number()));
            copied.add(current.doneRows() - before);
        }
        return current;
    }

    private Span chunk(Connection session, int number) throws SQLException {
        Span span = lock(session, number);
        if (span.done()) {
            return span;
        }
        long start = System.nanoTime();
        TablePlan table = plan.table(span.table());
        SourcePlan source = plan.source(span.source());
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        KeyWalk walk = KeyWalk.of(dialect, table);
        String after = span.last() == null ? span.after() : span.last();
        String end = walk.chunkEnd(session, rows.rows(), RowSelect.ROW, after, span.end(), chunkRows(table));
        String upTo = end == null ? span.end() : end;
        String columns = Sql.join(", ", table.columns(), column -> dialect.quote(column.name()));
        String insert = "INSERT INTO " + dialect.table(plan.target(), table.name()) + " (" + columns + ") SELECT "
                + rows.namedSelect() + " FROM " + rows.from() + rows.where(walk.range(RowSelect.ROW, after, upTo))
                + walk.order(RowSelect.ROW);
        Span advanced = span.advanced(upTo, Sql.update(session, insert), end == null);
        save(session, advanced, (System.nanoTime() - start) / 1_000_000);
        return advanced;
    }

    /** Fewer of them where they are wide, so that a transaction stays bounded. */
    private long chunkRows(TablePlan table) {
        long rowBytes = table.averageRowBytes();
        long fitting = rowBytes <= 0 ? Long.MAX_VALUE : CHUNK_BYTES / rowBytes;
        return Math.max(1, Math.min(plan.execution().chunkRows(), Math.max(100, fitting)));
    }

    // ------------------------------------------------------------------------------------------------------- notes

    public List<Span> all(Connection session) throws SQLException {
        return Sql.list(session, sql("SELECT {columns} FROM {span} ORDER BY span"), Spans::span);
    }

    /**
     * The span as it was committed last; no other session advances it before this transaction ends. Waits for a chunk of a run that was
     * killed and that the server has not yet undone.
     */
    Span lock(Connection session, int number) throws SQLException {
        String sql = sql("SELECT {columns} FROM {span} WHERE span = ? FOR UPDATE");
        return Sql.one(session, sql, Spans::span, number)
                .orElseThrow(() -> new SQLException(
                        "span " + number + " is not in snowflake_merge_span: the target was changed by hand"));
    }

    private static Span span(ResultSet row) throws SQLException {
        return new Span(
                row.getInt(1),
                row.getString(2),
                row.getInt(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getLong(7),
                row.getLong(8),
                row.getInt(9) == 1);
    }

    /** In the transaction that did the work. */
    void save(Connection session, Span span, long millis) throws SQLException {
        String update = sql("""
                UPDATE {span} SET last_key = ?, done_rows = ?, chunks = chunks + 1, millis = millis + ?, done = ?
                WHERE span = ?""");
        Sql.update(session, update, span.last(), span.doneRows(), millis, span.done() ? 1 : 0, span.number());
    }
}
