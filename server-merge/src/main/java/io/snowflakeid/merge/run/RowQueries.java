package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import io.snowflakeid.merge.sql.KeyWalk;
import io.snowflakeid.merge.sql.RowSelect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Expected rows, under the alias {@code e}, and those of the target, under {@code t}, in SQL. */
final class RowQueries {

    static final String EXPECTED = "e";
    static final String FOUND = "t";

    private final MergePlan plan;
    private final Dialect dialect;

    RowQueries(MergePlan plan, Dialect dialect) {
        this.plan = plan;
        this.dialect = dialect;
    }

    static String alias(RowPart part) {
        return part.isExpected() ? EXPECTED : FOUND;
    }

    /** Tells how many rows there are and the sum of their hashes. */
    String sum(RowPart part) {
        String hash = "SUM(" + hash(part.table(), alias(part)) + ")";
        return "SELECT COUNT(*), " + hash + " FROM " + from(part);
    }

    /** Tells how many rows a part is made from, whether or not they are expected: it reads them all. */
    String count(RowPart part) {
        return "SELECT COUNT(*) FROM " + rowsOf(part) + where(range(part));
    }

    /** What follows FROM; its parameters are for {@link #prepare}. */
    String from(RowPart part) {
        TablePlan table = part.table();
        String from;
        if (part.source() == null) {
            String columns = table.columns().stream()
                    .map(column -> FOUND + "." + dialect.quote(column.name()))
                    .collect(Collectors.joining(", "));
            from = "SELECT " + columns + " FROM " + rowsOf(part) + where(range(part));
        } else {
            RowSelect rows = new RowSelect(plan, dialect, table, part.source());
            from = "SELECT " + rows.namedSelect() + " FROM " + rows.from() + rows.where(range(part));
        }
        return "(" + from + ") " + alias(part);
    }

    /** The rows of which the part is, without what their values need. */
    String rowsOf(RowPart part) {
        if (part.source() != null) {
            return new RowSelect(plan, dialect, part.table(), part.source()).rows();
        }
        return dialect.table(plan.target(), part.table().name()) + " " + FOUND
                + dialect.forceIndex(
                        part.table().walk().isEmpty() ? null : part.table().keyName());
    }

    /** The statement that tells how many rows of a side the server expects between two keys, with parameters for {@link #walk}. */
    Optional<String> expectedRows(RowPart part, String after, String end) {
        SourceRows rows =
                part.source() == null ? null : part.table().rowsOf(part.source().number());
        String keyName = rows == null ? part.table().keyName() : rows.keyName();
        String database = part.source() == null ? plan.target() : part.source().database();
        return keyName == null
                ? Optional.empty()
                : dialect.expectedRows(
                        dialect.table(database, part.table().name()) + " " + rowAlias(part),
                        keyName,
                        walk(part.table()).range(rowAlias(part), after, end));
    }

    /** The alias that {@link #rowsOf} gives to a row. */
    static String rowAlias(RowPart part) {
        return part.isExpected() ? RowSelect.ROW : FOUND;
    }

    private String range(RowPart part) {
        return part.table().walk().isEmpty() ? "" : walk(part.table()).range(rowAlias(part), part.after(), part.end());
    }

    /** By the first column of the key alone: the other side of a comparison is cut elsewhere anyway. */
    KeyWalk walk(TablePlan table) {
        return new KeyWalk(dialect, List.of(table.column(table.walk().get(0)).column()));
    }

    private static String where(String condition) {
        return condition.isEmpty() ? "" : " WHERE " + condition;
    }

    /** Readies a query of a part: the session's database is the one that its conditions speak of. */
    PreparedStatement prepare(Connection session, RowPart part, String sql) throws SQLException {
        dialect.use(
                session, part.source() == null ? plan.target() : part.source().database());
        PreparedStatement statement = session.prepareStatement(sql);
        if (!part.table().walk().isEmpty()) {
            walk(part.table()).bindRange(statement, part.after(), part.end());
        }
        return statement;
    }

    /** All values of a row, as one number. */
    String hash(TablePlan table, String alias) {
        return dialect.rowHash(
                table.columns().stream().map(column -> hashed(column, alias)).toList());
    }

    /** One value of it. */
    String hash(ColumnPlan column, String alias) {
        return dialect.rowHash(List.of(hashed(column, alias)));
    }

    private HashedColumn hashed(ColumnPlan column, String alias) {
        return new HashedColumn(alias + "." + dialect.quote(column.name()), column.column());
    }

    /** The key of a row, as one number that is the same where the target's key is; of a table without one, all values. */
    String keyHash(TablePlan table, String alias) {
        if (table.key().isEmpty()) {
            return hash(table, alias);
        }
        List<HashedColumn> compared = new ArrayList<>();
        for (String name : table.key()) {
            HashedColumn hashed = hashed(table.column(name), alias);
            compared.add(hashed.column().kind() == Column.Kind.TEXT ? asCompared(hashed) : hashed);
        }
        return dialect.rowHash(compared);
    }

    private HashedColumn asCompared(HashedColumn text) {
        Column column = text.column();
        Column bytes = new Column(
                column.name(),
                "varbinary",
                Column.Kind.BINARY,
                column.nullable(),
                false,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        return new HashedColumn(dialect.sortKey(text.expression(), column), bytes);
    }

    /** The condition under which an expected row and one of the target are the same. */
    String sameKey(TablePlan table) {
        return table.key().stream()
                .map(table::column)
                .map(column -> "t." + dialect.quote(column.name()) + " = "
                        + asInTarget(column, "e." + dialect.quote(column.name())))
                .collect(Collectors.joining(" AND "));
    }

    /** Texts that sources compare in different ways cannot be compared with each other as they are. */
    private String asInTarget(ColumnPlan column, String value) {
        return column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value;
    }
}
