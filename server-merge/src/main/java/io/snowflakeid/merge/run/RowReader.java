package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads single rows, as texts. */
record RowReader(Connection session, Dialect dialect) {

    /** Values of the row that has a key, by the names of columns; empty if there is none. */
    Map<String, @Nullable String> row(String select, List<Column> columns, String from, RowKey key)
            throws SQLException {
        return Sql.one(session, "SELECT " + select + " FROM " + from, row -> values(row, columns), key.parameters())
                .orElse(Map.of());
    }

    /** The same, as they stand there. */
    Map<String, @Nullable String> row(TablePlan table, String alias, List<String> names, String from, RowKey key)
            throws SQLException {
        String select =
                names.stream().map(name -> alias + "." + dialect.quote(name)).collect(Collectors.joining(", "));
        return row(
                select, names.stream().map(name -> table.column(name).column()).toList(), from, key);
    }

    private static Map<String, @Nullable String> values(ResultSet row, List<Column> columns) throws SQLException {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            byte[] bytes = column.kind() == Column.Kind.BINARY ? row.getBytes(i + 1) : null;
            values.put(
                    column.name(),
                    bytes == null ? row.getString(i + 1) : HexFormat.of().formatHex(bytes));
        }
        return values;
    }

    /** Whether there is such a row. */
    boolean exists(String from, RowKey key) throws SQLException {
        return !Sql.list(session, "SELECT 1 FROM " + from, row -> 1, key.parameters())
                .isEmpty();
    }
}
