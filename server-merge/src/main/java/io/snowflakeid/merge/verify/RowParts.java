package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.copy.Spans;
import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
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
     * @param source whose rows are expected, or 0 for those of the target
     * @param after the position beyond which they begin, or null for the beginning
     * @param end the position at which they end, or null for the end
     */
    record Part(
            TablePlan table,
            int source,
            @Nullable String after,
            @Nullable String end) {}

    /** A number of rows, and the sum of their hashes modulo 2 to the 64th. */
    record RowSum(long rows, BigInteger hash) {

        private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

        static final RowSum NONE = new RowSum(0, BigInteger.ZERO);

        RowSum {
            hash = hash.mod(TWO_TO_64);
        }

        /** Of two columns of a result; a sum over no rows is NULL. */
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

    /** All rows of these tables, cut where the run has cut its spans: no row is read for it. */
    List<Part> parts(Connection session, List<TablePlan> tables) throws SQLException {
        List<Span> all = new Spans(plan, dialect)
                .all(session).stream().filter(span -> span.end() != null).toList();
        List<Part> parts = new ArrayList<>();
        for (TablePlan table : tables) {
            List<Span> spans = all.stream()
                    .filter(span -> span.table().equals(table.name()))
                    .toList();
            for (SourcePlan source : plan.sourcesOf(table)) {
                cut(table, source.number(), ends(spans, source.number()), parts);
            }
            cut(table, 0, endsInTarget(table, spans), parts);
        }
        return parts;
    }

    private static void cut(TablePlan table, int source, List<String> ends, List<Part> parts) {
        @Nullable String last = null;
        for (String end : ends) {
            parts.add(new Part(table, source, last, end));
            last = end;
        }
        parts.add(new Part(table, source, last, null));
    }

    private static List<String> ends(List<Span> spans, int source) {
        return spans.stream()
                .filter(span -> span.source() == source)
                .map(span -> String.valueOf(span.end()))
                .toList();
    }

    /**
     * Of numbers, where the rows at the cuts have gone, as far as that is known without looking: it decides only how large parts are. Of
     * other keys, where the main server's are cut, as their order is the same.
     */
    private List<String> endsInTarget(TablePlan table, List<Span> spans) {
        Stream<String> firsts = ends(spans, 1).stream().map(RowParts::first).distinct();
        if (!spans.isEmpty() && table.column(table.walk().get(0)).column().kind() == Column.Kind.INTEGER) {
            NavigableSet<BigInteger> numbers = new TreeSet<>();
            for (Span span : spans) {
                BigInteger id = new BigInteger(first(String.valueOf(span.end())));
                numbers.add(id);
                for (Remap remap : table.column(table.walk().get(0)).remaps()) {
                    SourceIds ids = plan.domain(remap.domain()).of(span.source());
                    numbers.add(
                            ids.freshFrom() == 0
                                    ? id.add(BigInteger.valueOf(ids.shift()))
                                    : BigInteger.valueOf(ids.freshFrom()));
                }
            }
            firsts = numbers.stream().map(String::valueOf);
        }
        return firsts.map(value -> KeyWalk.position(List.of(value))).toList();
    }

    private static String first(String position) {
        return KeyWalk.parse(position).get(0);
    }

    // ---------------------------------------------------------------------------------------------------------- SQL

    /** What follows FROM. The target's rows are cut by the first column of their key alone. */
    String from(Part part) {
        TablePlan table = part.table();
        KeyWalk walk = KeyWalk.of(dialect, table);
        if (part.source() != 0) {
            RowSelect rows = new RowSelect(plan, dialect, table, plan.source(part.source()));
            return "(" + rows.query(walk.range(RowSelect.ROW, part.after(), part.end())) + ") " + ROW;
        }
        String columns = Sql.join(", ", table.columns(), column -> "t." + dialect.quote(column.name()));
        String range = walk.range("t", part.after(), part.end());
        return "(SELECT " + columns + " FROM " + dialect.table(plan.target(), table.name()) + " t"
                + dialect.forceIndex(table.walk().isEmpty() ? null : table.keyName())
                + (range.isEmpty() ? "" : " WHERE " + range) + ") " + ROW;
    }

    /** Reads a query of a part, row by row; the session's database is the part's own. */
    void read(Connection session, Part part, String sql, Sql.Reader<?> reader) throws SQLException {
        int source = part.source();
        dialect.use(session, source == 0 ? plan.target() : plan.source(source).database());
        Sql.each(session, dialect.streamingFetchSize(), sql, reader);
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
