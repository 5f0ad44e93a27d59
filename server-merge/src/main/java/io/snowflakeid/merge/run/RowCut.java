package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeyWalk;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Sql;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Cuts the rows of tables into parts, where the run has cut them into spans: no row is read for it but those at the cuts. */
final class RowCut {

    private final MergePlan plan;
    private final Dialect dialect;
    private final Connection session;
    private final List<Span> spans;

    RowCut(MergePlan plan, Dialect dialect, Connection session) throws SQLException {
        this.plan = plan;
        this.dialect = dialect;
        this.session = session;
        spans = new Spans(new AuditTables(dialect, plan.target())).all(session);
    }

    /** What is expected of each source, and what the target has. */
    List<RowPart> parts(TablePlan table) throws SQLException {
        List<RowPart> parts = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                parts.addAll(RowPart.whole(table, source).cutAt(ends(table, source)));
            }
        }
        parts.addAll(RowPart.whole(table, null).cutAt(endsInTarget(table)));
        return parts;
    }

    private List<String> ends(TablePlan table, SourcePlan source) {
        return spans.stream()
                .filter(span -> span.kind() == Span.Kind.COPY
                        && span.source() == source.number()
                        && span.table().equals(table.name()))
                .flatMap(span -> Optional.ofNullable(span.end()).stream())
                .toList();
    }

    /** Numbers where the rows at the cuts have gone; of other keys, where the main server's are cut, as their order is the same. */
    private List<String> endsInTarget(TablePlan table) throws SQLException {
        if (table.walk().isEmpty()) {
            return List.of();
        }
        if (table.column(table.walk().get(0)).column().kind() != Column.Kind.INTEGER) {
            return ends(table, plan.sources().get(0)).stream()
                    .map(RowCut::first)
                    .distinct()
                    .map(value -> KeyWalk.position(List.of(value)))
                    .toList();
        }
        NavigableSet<BigInteger> numbers = new TreeSet<>();
        for (SourcePlan source : plan.sources()) {
            for (String end : ends(table, source)) {
                moved(table, source, new BigDecimal(first(end))).ifPresent(numbers::add);
            }
        }
        return numbers.stream()
                .map(number -> KeyWalk.position(List.of(number.toString())))
                .toList();
    }

    private static String first(String position) {
        return KeyWalk.parse(position).get(0);
    }

    private Optional<BigInteger> moved(TablePlan table, SourcePlan source, BigDecimal id) throws SQLException {
        String column = table.walk().get(0);
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        dialect.use(session, source.database());
        String sql = "SELECT " + rows.values().get(table.column(column).name()) + " FROM " + rows.from() + " WHERE "
                + RowSelect.ROW + "." + dialect.quote(column) + " = ? LIMIT 1";
        return Sql.one(session, sql, row -> Optional.ofNullable(row.getBigDecimal(1)), id)
                .flatMap(found -> found)
                .map(BigDecimal::toBigInteger);
    }
}
