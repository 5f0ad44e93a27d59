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
import org.jspecify.annotations.Nullable;

/** Cuts the work into spans, so that several writers have enough of it until the end. */
final class SpanCut {

    private static final int SPANS_PER_WRITER = 4;

    private final MergePlan plan;
    private final Dialect dialect;
    private final Connection session;
    private final long rowsOfSpan;
    private final List<Span> spans = new ArrayList<>();

    SpanCut(MergePlan plan, Dialect dialect, Connection session) {
        this.plan = plan;
        this.dialect = dialect;
        this.session = session;
        long all = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        rowsOfSpan = Math.max(
                4L * plan.execution().chunkRows(),
                all / ((long) plan.execution().writers() * SPANS_PER_WRITER));
    }

    /** All spans, of which the first are these. */
    List<Span> cut(List<Span> first) throws SQLException {
        spans.addAll(first);
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                    if (table.walk().isEmpty()) {
                        boolean few = rows.total() <= plan.execution().keylessRows();
                        Span.Kind kind = few ? Span.Kind.WHOLE : Span.Kind.STAGED;
                        spans.add(new Span(next(), kind, table.name(), source.number(), rows.copied()));
                    } else {
                        cut(table, source, rows);
                    }
                }
            }
        }
        return spans;
    }

    private int next() {
        return spans.size() + 1;
    }

    private void cut(TablePlan table, SourcePlan source, SourceRows rows) throws SQLException {
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
            spans.add(new Span(
                    next(), Span.Kind.COPY, table.name(), source.number(), after, end, null, planned, 0, false));
            after = end;
        } while (end != null);
    }

    /** About how many of the first so many rows go into the target: of all of them, exactly how many. */
    private static long copied(SourceRows rows, long first) {
        return first >= rows.total() ? rows.copied() : (long) ((double) rows.copied() * first / rows.total());
    }
}
