package io.snowflakeid.merge.where;

import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The key of one row of a table, as texts, and what is read of the row; bytes as hexadecimal digits. */
record RowKey(TablePlan table, List<String> values) {

    /** Refuses what cannot be a key of the table. */
    RowKey {
        values = List.copyOf(values);
        if (table.key().isEmpty()) {
            throw new PlanException("table " + table.name() + " has no key by which one of its rows could be named");
        }
        if (table.key().size() != values.size()) {
            throw new PlanException("table " + table.name() + " has the key (" + String.join(", ", table.key())
                    + "): give " + table.key().size() + " values, not " + values.size());
        }
        for (int i = 0; i < values.size(); i++) {
            Column column = column(table, i);
            try {
                parameter(column, values.get(i));
            } catch (IllegalArgumentException e) {
                throw new PlanException(
                        "column " + table.name() + "." + column.name() + " is " + column.type() + ", but '"
                                + values.get(i) + "' "
                                + (column.kind() == Column.Kind.BINARY
                                        ? "is not made of pairs of hexadecimal digits"
                                        : "is no whole number"),
                        e);
            }
        }
    }

    private static Column column(TablePlan table, int ofKey) {
        return table.column(table.key().get(ofKey)).column();
    }

    /** A number goes as one: a text is compared with it by way of a floating-point number. */
    private static Object parameter(Column column, String value) {
        return switch (column.kind()) {
            case INTEGER -> new BigDecimal(new BigInteger(value));
            case BINARY -> HexFormat.of().parseHex(value);
            default -> value;
        };
    }

    /** The key among the values of a row, or null where one of them is NULL. */
    static @Nullable RowKey among(TablePlan table, Map<String, @Nullable String> row) {
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

    /** {@code (id = 5)}. */
    @Override
    public String toString() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> table.key().get(i) + " = " + values.get(i))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** The condition that a row has it, for the other methods. */
    String condition(Dialect dialect, String alias) {
        return table.key().stream()
                .map(column -> alias + "." + dialect.quote(column) + " = ?")
                .collect(Collectors.joining(" AND "));
    }

    private Object[] parameters() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> parameter(column(table, i), values.get(i)))
                .toArray();
    }

    boolean exists(Connection session, String from) throws SQLException {
        return Sql.one(session, "SELECT 1 FROM " + from, row -> true, parameters())
                .isPresent();
    }

    /** Columns of the row, by their names; empty if there is none. */
    Map<String, @Nullable String> row(
            Connection session, Dialect dialect, String alias, List<String> names, String from) throws SQLException {
        String select =
                names.stream().map(name -> alias + "." + dialect.quote(name)).collect(Collectors.joining(", "));
        return row(session, select, names, from);
    }

    /** The same, of values that stand for the columns. */
    Map<String, @Nullable String> row(Connection session, String select, List<String> names, String from)
            throws SQLException {
        List<Column> columns =
                names.stream().map(name -> table.column(name).column()).toList();
        return Sql.one(session, "SELECT " + select + " FROM " + from, row -> values(row, columns), parameters())
                .orElse(Map.of());
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
}
