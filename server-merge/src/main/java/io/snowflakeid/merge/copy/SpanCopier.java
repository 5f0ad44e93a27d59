package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Several writers that take spans from one list, the longest first, and do their chunks, each in one transaction with the note of how
 * far the span is: a later call, after a kill at any instant, goes on exactly there. A table without a key is one chunk of each source.
 */
record SpanCopier(MergePlan plan, Sessions sessions, Spans spans) {

    private static final long CHUNK_BYTES = 64L << 20;

    void copy(MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<Span> all = sessions.with(spans::all).stream()
                .sorted(Comparator.comparingLong((Span span) -> span.doneRows() - span.plannedRows()))
                .toList();
        long done = all.stream().mapToLong(Span::doneRows).sum();
        long total = all.stream().mapToLong(Span::plannedRows).sum();
        Count count = new Count("copy rows", done, total, progress);
        SideBySide.forEach(plan.execution().writers(), all, span -> {
            try {
                finish(span, count);
            } catch (SQLException e) {
                String alias = plan.sources().get(span.source() - 1).alias();
                throw StepFailure.of("copy rows of " + span.table() + " from " + alias, e);
            }
        });
    }

    /** Does all that is left of a span; counts the rows of each chunk. */
    private void finish(Span span, Count copied) throws SQLException {
        Span current = span;
        while (!current.done() && !Thread.currentThread().isInterrupted()) {
            long before = current.doneRows();
            current = sessions.inTransaction(session -> chunk(session, span.number()));
            copied.add(current.doneRows() - before);
        }
    }

    private Span chunk(Connection session, int number) throws SQLException {
        Span span = spans.lock(session, number);
        if (span.done()) {
            return span;
        }
        long start = System.nanoTime();
        Dialect dialect = sessions.dialect();
        TablePlan table = plan.table(span.table());
        SourcePlan source = plan.sources().get(span.source() - 1);
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        KeyWalk walk = KeyWalk.of(dialect, table);
        String after = span.last() == null ? span.after() : span.last();
        String end = walk.chunkEnd(session, rows.rows(), RowSelect.ROW, after, span.end(), chunkRows(table));
        String upTo = end == null ? span.end() : end;
        String columns = table.columns().stream()
                .map(column -> dialect.quote(column.name()))
                .collect(Collectors.joining(", "));
        String insert = "INSERT INTO " + dialect.table(plan.target(), table.name()) + " (" + columns + ") SELECT "
                + rows.namedSelect() + " FROM " + rows.from() + rows.where(walk.range(RowSelect.ROW, after, upTo))
                + walk.order(RowSelect.ROW);
        Span advanced = span.advanced(upTo, Sql.update(session, insert), end == null);
        spans.save(session, advanced, (System.nanoTime() - start) / 1_000_000);
        return advanced;
    }

    /** Fewer of them where they are wide, so that a transaction stays bounded. */
    private long chunkRows(TablePlan table) {
        long rowBytes = table.averageRowBytes();
        long fitting = rowBytes <= 0 ? Long.MAX_VALUE : CHUNK_BYTES / rowBytes;
        return Math.max(1, Math.min(plan.execution().chunkRows(), Math.max(100, fitting)));
    }
}
