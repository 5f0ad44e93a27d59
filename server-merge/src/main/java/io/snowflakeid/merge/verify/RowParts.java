package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.Spans;
import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.rows.KeysetScan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Divides the rows of the sources and the target into parts, and builds the SQL that reads a part. */
record RowParts(MergePlan plan, Dialect dialect) {

    static final String ROW = "r";

    record RowSum(long rows, BigInteger hash) {

        private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

        static final RowSum NONE = new RowSum(0, BigInteger.ZERO);

        RowSum {
            hash = hash.mod(TWO_TO_64);
        }

        /** Reads a row count and a hash sum from two columns of a query result, and treats a NULL sum as 0. */
        static RowSum of(ResultSet row, int column) throws SQLException {
            BigDecimal hash = row.getBigDecimal(column + 1);
            return new RowSum(row.getLong(column), hash == null ? BigInteger.ZERO : hash.toBigInteger());
        }

        RowSum plus(RowSum other) {
            return new RowSum(rows + other.rows, hash.add(other.hash));
        }

        RowSum negated() {
            return new RowSum(-rows, hash.negate());
        }

        String hex() {
            return hash.toString(16);
        }
    }

    /** Returns spans (ranges of rows) that cover the given tables in the sources and in the target. */
    List<Span> parts(Connection session, List<TablePlan> tables) throws SQLException {
        List<Span> all = new Spans(plan, dialect).all(session, "");
        List<Span> parts = new ArrayList<>();
        for (TablePlan table : tables) {
            List<Span> spans = all.stream()
                    .filter(span -> span.table().equals(table.name()))
                    .toList();
            parts.addAll(spans);
            @Nullable String last = null;
            for (String end : endsInTarget(table, spans)) {
                parts.add(new Span(0, table.name(), 0, last, end));
                last = end;
            }
            parts.add(new Span(0, table.name(), 0, last, null));
        }
        return parts;
    }

    /** Estimates the last key of each range of rows in the target. The ranges contain every target row even if an estimated key is inexact. */
    private List<String> endsInTarget(TablePlan table, List<Span> spans) {
        Collection<BigInteger> numbers = new TreeSet<>();
        Collection<String> others = new LinkedHashSet<>();
        for (Span span : spans) {
            if (span.end() != null) {
                String first = KeysetScan.parse(span.end()).get(0);
                ColumnPlan column = table.column(table.walk().get(0));
                if (column.column().kind() == Column.Kind.INTEGER) {
                    numbers.addAll(moved(column, span.source(), new BigInteger(first)));
                } else if (span.source() == 1) {
                    others.add(first);
                }
            }
        }
        numbers.forEach(number -> others.add(number.toString()));
        return others.stream().map(value -> KeysetScan.position(List.of(value))).toList();
    }

    /** Returns the possible new values of an id in the target. The method estimates newly assigned ids by linear interpolation. */
    private List<BigInteger> moved(ColumnPlan column, int source, BigInteger old) {
        List<BigInteger> moved = new ArrayList<>(List.of(old));
        for (Remap remap : column.remaps()) {
            SourceIds ids = plan.domain(remap.domain()).of(source);
            double before = (old.doubleValue() - ids.least()) / (1.0 + ids.greatest() - ids.least());
            moved.add(
                    ids.freshFrom() == 0
                            ? old.add(BigInteger.valueOf(ids.shift()))
                            : BigInteger.valueOf(ids.freshFrom() + (long) (before * ids.ids())));
        }
        return moved;
    }

    /** Returns a subquery for a FROM clause, which selects one range of a table's rows. */
    String from(Span part) {
        if (part.source() != 0) {
            return "(" + new Spans(plan, dialect).select(part) + ") " + ROW;
        }
        TablePlan table = plan.table(part.table());
        String columns = Sql.join(", ", table.columns(), column -> "t." + dialect.quote(column.name()));
        String range = KeysetScan.of(dialect, table).range("t", part.after(), part.end());
        return "(SELECT " + columns + " FROM " + dialect.table(plan.target(), table.name()) + " t"
                + dialect.forceIndex(table.walk().isEmpty() ? null : table.keyName())
                + (range.isEmpty() ? "" : " WHERE " + range) + ") " + ROW;
    }

    /** Executes a query in the database that contains a range of rows, and reads the result without holding all rows in memory. */
    void read(Connection session, Span part, String sql, Sql.Reader<?> reader) throws SQLException {
        int source = part.source();
        dialect.use(session, source == 0 ? plan.target() : plan.source(source).database());
        Sql.each(session, dialect.streamingFetchSize(), sql, reader);
    }

    String hash(List<ColumnPlan> columns) {
        return dialect.rowHash(columns.stream()
                .map(column -> new HashedColumn(
                        ROW + "." + dialect.quote(column.name()),
                        column.column(),
                        column.storedAlike() && column.follows().isEmpty()))
                .toList());
    }
}
