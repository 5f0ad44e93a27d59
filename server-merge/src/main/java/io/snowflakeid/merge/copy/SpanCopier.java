package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.Spans.Kind;
import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Several writers that take spans from one list, the longest first, and do their chunks, each in one transaction with the note of how
 * far the span is: whoever comes later, after a kill at any instant, goes on exactly there.
 */
final class SpanCopier {

    private static final long CHUNK_BYTES = 64L << 20;

    private final MergePlan plan;
    private final Sessions sessions;
    private final Dialect dialect;
    private final Steps steps;
    private final Spans spans;
    private final MergeProgress.Listener progress;

    SpanCopier(MergePlan plan, Steps steps, MergeProgress.Listener progress) {
        this.plan = plan;
        this.steps = steps;
        this.progress = progress;
        sessions = steps.sessions();
        dialect = sessions.dialect();
        spans = new Spans(plan, dialect);
    }

    void copy() throws SQLException, InterruptedException {
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

    /** Does all that is left of a span; tells how many rows each chunk had. */
    private void finish(Span span, Count copied) throws SQLException {
        if (span.kind() == Kind.STAGED && !span.done()) {
            stage(span);
        }
        Span current = span;
        while (!current.done()) {
            long before = current.doneRows();
            current = sessions.inTransaction(session -> chunk(session, span.number()));
            copied.add(current.doneRows() - before);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
        if (span.kind() == Kind.STAGED) {
            sessions.with(session -> Sql.update(session, "DROP TABLE IF EXISTS " + stageOf(span)));
        }
    }

    private Span chunk(Connection session, int number) throws SQLException {
        Span span = spans.lock(session, number);
        if (span.done()) {
            return span;
        }
        long start = System.nanoTime();
        Span advanced =
                switch (span.kind()) {
                    case COPY -> copy(session, span);
                    case WHOLE -> span.advanced(null, copyAll(session, span, target(span)), true);
                    case STAGED -> staged(session, span);
                };
        spans.save(session, advanced, (System.nanoTime() - start) / 1_000_000);
        return advanced;
    }

    /** In the source's database. */
    private RowSelect rowsOf(Connection session, Span span) throws SQLException {
        SourcePlan source = plan.sources().get(span.source() - 1);
        dialect.use(session, source.database());
        return new RowSelect(plan, dialect, plan.table(span.table()), source);
    }

    private String target(Span span) {
        return dialect.table(plan.target(), span.table());
    }

    private String columnsOf(Span span) {
        return plan.table(span.table()).columns().stream()
                .map(column -> dialect.quote(column.name()))
                .collect(Collectors.joining(", "));
    }

    private String insert(Span span, String into, RowSelect rows) {
        return "INSERT INTO " + into + " (" + columnsOf(span) + ") SELECT " + rows.namedSelect() + " FROM "
                + rows.from();
    }

    /** Fewer of them where they are wide, so that a transaction stays bounded. */
    private long chunkRows(Span span) {
        long rowBytes = plan.table(span.table()).averageRowBytes();
        long fitting = rowBytes <= 0 ? Long.MAX_VALUE : CHUNK_BYTES / rowBytes;
        return Math.max(1, Math.min(plan.execution().chunkRows(), Math.max(100, fitting)));
    }

    private Span copy(Connection session, Span span) throws SQLException {
        TablePlan table = plan.table(span.table());
        RowSelect rows = rowsOf(session, span);
        KeyWalk walk = KeyWalk.of(dialect, table);
        String after = span.last() == null ? span.after() : span.last();
        String end = walk.chunkEnd(session, rows.rows(), RowSelect.ROW, after, span.end(), chunkRows(span));
        String upTo = end == null ? span.end() : end;
        String sql = insert(span, target(span), rows) + rows.where(walk.range(RowSelect.ROW, after, upTo))
                + " ORDER BY " + walk.order(RowSelect.ROW);
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            walk.bindRange(statement, after, upTo);
            return span.advanced(upTo, statement.executeUpdate(), end == null);
        }
    }

    private long copyAll(Connection session, Span span, String into) throws SQLException {
        RowSelect rows = rowsOf(session, span);
        return Sql.update(session, insert(span, into, rows) + rows.where(""));
    }

    /** Numbers the rows, in a table of its own that is begun anew if it was not finished. */
    private void stage(Span span) throws SQLException {
        String like = "SELECT " + columnsOf(span) + " FROM " + target(span);
        steps.once("stage " + span.number(), session -> {
            Sql.update(session, "DROP TABLE IF EXISTS " + stageOf(span));
            Sql.update(session, dialect.createKeySet(stageOf(span), like, List.of()));
            return copyAll(session, span, stageOf(span));
        });
    }

    private String stageOf(Span span) {
        return dialect.table(plan.target(), AuditNames.PREFIX + "stage_" + span.number());
    }

    private Span staged(Connection session, Span span) throws SQLException {
        long from = span.last() == null ? 0 : Long.parseLong(span.last());
        long upTo = from + chunkRows(span);
        String sql =
                "INSERT INTO %1$s (%2$s) SELECT %2$s FROM %3$s WHERE merge_row > ? AND merge_row <= ? ORDER BY merge_row"
                        .formatted(target(span), columnsOf(span), stageOf(span));
        long written = Sql.update(session, sql, from, upTo);
        long greatest = Sql.number(session, "SELECT MAX(merge_row) FROM " + stageOf(span));
        return span.advanced(String.valueOf(upTo), written, upTo >= greatest);
    }
}
