package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads single rows, as texts. */
final class RowReader {

    private final Connection session;
    private final Dialect dialect;

    RowReader(Connection session, Dialect dialect) {
        this.session = session;
        this.dialect = dialect;
    }

    /** The first row that has a key, by the names of columns; empty if there is none. */
    Map<String, @Nullable String> row(String select, List<Column> columns, String from, RowKey key)
            throws SQLException {
        try (PreparedStatement statement = session.prepareStatement("SELECT " + select + " FROM " + from)) {
            key.bind(statement);
            try (ResultSet result = statement.executeQuery()) {
                return result.next() ? row(result, columns) : Map.of();
            }
        }
    }

    private static Map<String, @Nullable String> row(ResultSet result, List<Column> columns) throws SQLException {
        Map<String, @Nullable String> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            byte[] bytes = column.kind() == Column.Kind.BINARY ? result.getBytes(i + 1) : null;
            row.put(
                    column.name(),
                    bytes == null ? result.getString(i + 1) : HexFormat.of().formatHex(bytes));
        }
        return row;
    }

    boolean exists(String from, RowKey key) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement("SELECT 1 FROM " + from)) {
            key.bind(statement);
            try (ResultSet result = statement.executeQuery()) {
                return result.next();
            }
        }
    }

    /** The key of the first row of a table. */
    @Nullable
    RowKey key(TablePlan table, String alias, String from, RowKey bound) throws SQLException {
        String select = table.key().stream()
                .map(column -> alias + "." + dialect.quote(column))
                .collect(Collectors.joining(", "));
        Map<String, @Nullable String> row = row(
                select,
                table.key().stream()
                        .map(column -> table.column(column).column())
                        .toList(),
                from,
                bound);
        return row.isEmpty() ? null : keyOf(table, row);
    }

    /** The key among the values of a row, or null where one of them is NULL. */
    static @Nullable RowKey keyOf(TablePlan table, Map<String, @Nullable String> row) {
        List<String> values = new ArrayList<>();
        for (String column : table.key()) {
            String value = row.get(column);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return new RowKey(table, values);
    }

    boolean databaseThere(String database) throws SQLException {
        return thereIs("SELECT 1 FROM information_schema.schemata WHERE schema_name = ?", database);
    }

    boolean tableThere(String database, String table) throws SQLException {
        return thereIs(
                "SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?", database, table);
    }

    boolean thereIs(String query, String... values) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(query)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet result = statement.executeQuery()) {
                return result.next();
            }
        }
    }
}
