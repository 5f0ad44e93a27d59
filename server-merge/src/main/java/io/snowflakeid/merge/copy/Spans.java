package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The spans of a run, as the target remembers them. */
public final class Spans {

    private static final String COLUMNS =
            "span, kind, table_name, source, after_key, end_key, last_key, planned_rows, done_rows, done";

    private static final int SPANS_PER_WRITER = 4;

    private final MergePlan plan;
    private final Dialect dialect;
    private final String spans;

    public Spans(MergePlan plan, Dialect dialect) {
        this.plan = plan;
        this.dialect = dialect;
        spans = dialect.table(plan.target(), AuditNames.SPAN);
    }

    // ---------------------------------------------------------------------------------------------------------- cut

    /** Cuts the work, so that several writers have enough of it until the end; these spans come first. */
    long cut(Connection session, List<Span> first) throws SQLException {
        List<Span> all = new ArrayList<>(first);
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                    if (table.walk().isEmpty()) {
                        boolean few = rows.total() <= plan.execution().keylessRows();
                        Span.Kind kind = few ? Span.Kind.WHOLE : Span.Kind.STAGED;
                        all.add(new Span(all.size() + 1, kind, table.name(), source.number(), rows.copied()));
                    } else {
                        cut(session, table, source, rows, all);
                    }
                }
            }
        }
        String insert = "INSERT INTO " + spans + " (" + COLUMNS + ", chunks, millis)"
                + " VALUES (?, ?, ?, ?, ?, ?, NULL, ?, 0, 0, 0, 0)";
        for (Span span : all) {
            String kind = span.kind().name();
            Sql.update(
                    session,
                    insert,
                    span.number(),
                    kind,
                    span.table(),
                    span.source(),
                    span.after(),
                    span.end(),
                    span.plannedRows());
        }
        return all.size();
    }

    private void cut(Connection session, TablePlan table, SourcePlan source, SourceRows rows, List<Span> all)
            throws SQLException {
        String from = new RowSelect(plan, dialect, table, source).rows();
        KeyWalk walk = KeyWalk.of(dialect, table);
        long rowsOfSpan = rowsOfSpan();
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
            all.add(new Span(
                    all.size() + 1,
                    Span.Kind.COPY,
                    table.name(),
                    source.number(),
                    after,
                    end,
                    null,
                    planned,
                    0,
                    false));
            after = end;
        } while (end != null);
    }

    private long rowsOfSpan() {
        long all = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        long spansOfAll = (long) plan.execution().writers() * SPANS_PER_WRITER;
        return Math.max(4L * plan.execution().chunkRows(), all / spansOfAll);
    }

    /** About how many of the first so many rows go into the target: of all of them, exactly how many. */
    private static long copied(SourceRows rows, long first) {
        return first >= rows.total() ? rows.copied() : (long) ((double) rows.copied() * first / rows.total());
    }

    // ------------------------------------------------------------------------------------------------------- advance

    public List<Span> all(Connection session) throws SQLException {
        return Sql.list(session, "SELECT " + COLUMNS + " FROM " + spans + " ORDER BY span", Spans::span);
    }

    /**
     * The span as it was committed last; nobody else advances it before this transaction ends. Waits for a chunk of a run that was
     * killed and that the server has not yet undone.
     */
    Span lock(Connection session, int number) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM " + spans + " WHERE span = ? FOR UPDATE";
        return Sql.one(session, sql, Spans::span, number)
                .orElseThrow(() -> new SQLException(
                        "span " + number + " is not in " + spans + ": the target was changed by hand"));
    }

    private static Span span(ResultSet row) throws SQLException {
        return new Span(
                row.getInt(1),
                Span.Kind.valueOf(row.getString(2)),
                row.getString(3),
                row.getInt(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getLong(8),
                row.getLong(9),
                row.getInt(10) == 1);
    }

    /** In the transaction that did the work. */
    void save(Connection session, Span span, long millis) throws SQLException {
        Sql.update(
                session,
                "UPDATE " + spans
                        + " SET last_key = ?, done_rows = ?, chunks = chunks + 1, millis = millis + ?, done = ?"
                        + " WHERE span = ?",
                span.last(),
                span.doneRows(),
                millis,
                span.done() ? 1 : 0,
                span.number());
    }
}
