package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeyWalk;
import io.snowflakeid.merge.sql.RowSelect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Cuts the work into spans, so that several writers have enough of it until the end. */
final class SpanCut {

    private static final int SPANS_PER_WRITER = 4;

    private final MergePlan plan;

    SpanCut(MergePlan plan) {
        this.plan = plan;
    }

    List<Span> cut(Connection session, Dialect dialect, int firstNumber) throws SQLException {
        long all = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        long rowsOfSpan = Math.max(
                4L * plan.execution().chunkRows(),
                all / ((long) plan.execution().writers() * SPANS_PER_WRITER));
        List<Span> spans = new ArrayList<>();
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                    if (table.walk().isEmpty()) {
                        spans.add(keyless(table, rows, firstNumber + spans.size()));
                    } else {
                        cut(session, dialect, table, source, rowsOfSpan, firstNumber, spans);
                    }
                }
            }
        }
        return spans;
    }

    private Span keyless(TablePlan table, SourceRows rows, int number) {
        boolean few = rows.total() <= plan.execution().keylessRows();
        return new Span(
                number,
                few ? Span.Kind.WHOLE : Span.Kind.STAGED,
                table.name(),
                rows.source(),
                null,
                null,
                null,
                rows.copied(),
                0,
                false);
    }

    private void cut(
            Connection session,
            Dialect dialect,
            TablePlan table,
            SourcePlan source,
            long rowsOfSpan,
            int firstNumber,
            List<Span> spans)
            throws SQLException {
        SourceRows rows = Objects.requireNonNull(table.rowsOf(source.number()));
        RowSelect select = new RowSelect(plan, dialect, table, source);
        KeyWalk walk = SpanCopier.walkOf(dialect, table);
        long cut = 0;
        @Nullable String after = null;
        @Nullable String end;
        do {
            long left = rows.total() - cut;
            end = left <= rowsOfSpan * 3 / 2
                    ? null
                    : walk.chunkEnd(session, select.rows(), RowSelect.ROW, after, null, rowsOfSpan);
            long before = copied(rows, cut);
            cut += end == null ? left : rowsOfSpan;
            spans.add(new Span(
                    firstNumber + spans.size(),
                    Span.Kind.COPY,
                    table.name(),
                    source.number(),
                    after,
                    end,
                    null,
                    copied(rows, cut) - before,
                    0,
                    false));
            after = end;
        } while (end != null);
    }

    /** About how many of the first so many rows go into the target: of all of them, exactly how many. */
    private static long copied(SourceRows rows, long first) {
        return first >= rows.total() ? rows.copied() : (long) ((double) rows.copied() * first / rows.total());
    }
}
