package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import io.snowflakeid.merge.sql.KeyWalk;
import io.snowflakeid.merge.sql.RowSelect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of a part, each with the values that it has, or is to have, in the target. */
final class RowQueries {

    /** The alias of a row. */
    static final String ROW = "r";

    private final MergePlan plan;
    private final Dialect dialect;

    RowQueries(MergePlan plan, Dialect dialect) {
        this.plan = plan;
        this.dialect = dialect;
    }

    /** What follows FROM; its parameters are for {@link #prepare}. */
    String from(RowPart part) {
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

    private String range(RowPart part, String alias) {
        return part.table().walk().isEmpty() ? "" : walk(part).range(alias, part.after(), part.end());
    }

    /** The target's rows are cut by the first column of their key alone. */
    private KeyWalk walk(RowPart part) {
        KeyWalk walk = KeyWalk.of(dialect, part.table());
        return part.isExpected() ? walk : walk.byFirstColumn();
    }

    /** Readies a query of a part: the session's database is the one that its conditions speak of. */
    PreparedStatement prepare(Connection session, RowPart part, String sql) throws SQLException {
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
        Column column = key.column();
        return column.kind() == Column.Kind.TEXT
                ? new HashedColumn(dialect.sortKey(hashed.expression(), column), bytes(column))
                : hashed;
    }

    private static Column bytes(Column column) {
        return new Column(
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
    }
}
