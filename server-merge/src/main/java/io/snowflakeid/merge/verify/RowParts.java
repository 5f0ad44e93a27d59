package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.Span;
import io.snowflakeid.merge.copy.Spans;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows that are compared, each with the values that it has, or is to have, in the target; in parts, and their SQL. */
record RowParts(MergePlan plan, Dialect dialect) {

    /** The alias of a row. */
    static final String ROW = "r";

    private static final Column BYTES =
            new Column("", "varbinary", Column.Kind.BINARY, true, false, null, null, null, null, null, null, null);

    /**
     * Some rows of a table: those that a source lets expect, or those that the target has.
     *
     * @param source whose rows are expected, or null for those of the target
     * @param after the position beyond which they begin, or null for the beginning
     * @param end the position at which they end, or null for the end
     */
    record Part(
            TablePlan table,
            @Nullable SourcePlan source,
            @Nullable String after,
            @Nullable String end) {

        /** All rows. */
        static Part whole(TablePlan table, @Nullable SourcePlan source) {
            return new Part(table, source, null, null);
        }

        boolean isExpected() {
            return source != null;
        }

        /** The same rows in parts that end at these positions. */
        List<Part> cutAt(List<String> ends) {
            List<Part> parts = new ArrayList<>();
            @Nullable String last = null;
            for (String each : ends) {
                parts.add(new Part(table, source, last, each));
                last = each;
            }
            parts.add(new Part(table, source, last, null));
            return parts;
        }
    }

    // ---------------------------------------------------------------------------------------------------------- cut

    /**
     * What is expected of each source, and what the target has, cut where the run has cut its spans: no row is read for it but those at
     * the cuts.
     */
    List<Part> parts(Connection session, List<TablePlan> tables) throws SQLException {
        Map<String, List<Span>> spans =
                new Spans(plan, dialect).all(session).stream().collect(Collectors.groupingBy(Span::table));
        List<Part> parts = new ArrayList<>();
        for (TablePlan table : tables) {
            parts.addAll(parts(session, table, spans.getOrDefault(table.name(), List.of())));
        }
        return parts;
    }

    private List<Part> parts(Connection session, TablePlan table, List<Span> spans) throws SQLException {
        List<Part> parts = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                parts.addAll(Part.whole(table, source).cutAt(ends(spans, source)));
            }
        }
        parts.addAll(Part.whole(table, null).cutAt(endsInTarget(session, table, spans)));
        return parts;
    }

    private static List<String> ends(List<Span> spans, SourcePlan source) {
        return spans.stream()
                .filter(span -> span.source() == source.number())
                .flatMap(span -> Optional.ofNullable(span.end()).stream())
                .toList();
    }

    /** Numbers where the rows at the cuts have gone; of other keys, where the main server's are cut, as their order is the same. */
    private List<String> endsInTarget(Connection session, TablePlan table, List<Span> spans) throws SQLException {
        if (table.walk().isEmpty()) {
            return List.of();
        }
        if (table.column(table.walk().get(0)).column().kind() != Column.Kind.INTEGER) {
            return ends(spans, plan.sources().get(0)).stream()
                    .map(RowParts::first)
                    .distinct()
                    .map(value -> KeyWalk.position(List.of(value)))
                    .toList();
        }
        NavigableSet<BigInteger> numbers = new TreeSet<>();
        for (SourcePlan source : plan.sources()) {
            for (String end : ends(spans, source)) {
                moved(session, table, source, new BigDecimal(first(end))).ifPresent(numbers::add);
            }
        }
        return numbers.stream()
                .map(number -> KeyWalk.position(List.of(number.toString())))
                .toList();
    }

    private static String first(String position) {
        return KeyWalk.parse(position).get(0);
    }

    private Optional<BigInteger> moved(Connection session, TablePlan table, SourcePlan source, BigDecimal id)
            throws SQLException {
        String column = table.walk().get(0);
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        dialect.use(session, source.database());
        String sql = "SELECT " + rows.values().get(table.column(column).name()) + " FROM " + rows.from() + " WHERE "
                + RowSelect.ROW + "." + dialect.quote(column) + " = ? LIMIT 1";
        return Sql.one(session, sql, row -> Optional.ofNullable(row.getBigDecimal(1)), id)
                .flatMap(found -> found)
                .map(BigDecimal::toBigInteger);
    }

    // ---------------------------------------------------------------------------------------------------------- SQL

    /** What follows FROM; its parameters are for {@link #prepare}. */
    String from(Part part) {
        TablePlan table = part.table();
        if (part.source() != null) {
            RowSelect rows = new RowSelect(plan, dialect, table, part.source());
            return "(SELECT " + rows.namedSelect() + " FROM " + rows.from() + rows.where(range(part, RowSelect.ROW))
                    + ") " + ROW;
        }
        String columns = table.columns().stream()
                .map(column -> "t." + dialect.quote(column.name()))
                .collect(Collectors.joining(", "));
        String range = range(part, "t");
        return "(SELECT " + columns + " FROM " + dialect.table(plan.target(), table.name()) + " t"
                + dialect.forceIndex(table.walk().isEmpty() ? null : table.keyName())
                + (range.isEmpty() ? "" : " WHERE " + range) + ") " + ROW;
    }

    private String range(Part part, String alias) {
        return part.table().walk().isEmpty() ? "" : walk(part).range(alias, part.after(), part.end());
    }

    /** The target's rows are cut by the first column of their key alone. */
    private KeyWalk walk(Part part) {
        KeyWalk walk = KeyWalk.of(dialect, part.table());
        return part.isExpected() ? walk : walk.byFirstColumn();
    }

    /** Readies a query of a part: the session's database is the one that its conditions speak of. */
    PreparedStatement prepare(Connection session, Part part, String sql) throws SQLException {
        dialect.use(
                session, part.source() == null ? plan.target() : part.source().database());
        PreparedStatement statement = session.prepareStatement(sql);
        if (!part.table().walk().isEmpty()) {
            walk(part).bindRange(statement, part.after(), part.end());
        }
        return statement;
    }

    /** All values of a row, as one number. */
    String hash(TablePlan table) {
        return dialect.rowHash(table.columns().stream().map(this::hashed).toList());
    }

    /** One value of it. */
    String hash(ColumnPlan column) {
        return dialect.rowHash(List.of(hashed(column)));
    }

    /** The key of a row, as one number that is the same where the target's key is; of a table without one, all values. */
    String keyHash(TablePlan table) {
        return table.key().isEmpty()
                ? hash(table)
                : dialect.rowHash(table.key().stream()
                        .map(name -> asCompared(table.column(name)))
                        .toList());
    }

    private HashedColumn hashed(ColumnPlan column) {
        return new HashedColumn(ROW + "." + dialect.quote(column.name()), column.column());
    }

    private HashedColumn asCompared(ColumnPlan key) {
        HashedColumn hashed = hashed(key);
        return key.column().kind() == Column.Kind.TEXT
                ? new HashedColumn(dialect.sortKey(hashed.expression(), key.column()), BYTES)
                : hashed;
    }
}
