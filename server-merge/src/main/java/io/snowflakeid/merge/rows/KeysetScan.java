package io.snowflakeid.merge.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns by which a table is divided into ranges of rows.
 *
 * <p>A position is a JSON array that contains the column values of one row as strings.
 */
public record KeysetScan(Dialect dialect, List<Column> columns) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

    public static KeysetScan of(Dialect dialect, TablePlan table) {
        return new KeysetScan(
                dialect,
                table.walk().stream().map(name -> table.column(name).column()).toList());
    }

    public static boolean walkable(Column column) {
        return switch (column.kind()) {
            case INTEGER, DECIMAL, TEMPORAL -> true;
            // ENUM is excluded, because the server sorts ENUM values by number instead of text
            case TEXT -> column.characters() != null;
            case BINARY -> !column.type().contains("blob");
            case FLOAT, BIT, JSON, SPATIAL, OTHER -> false;
        };
    }

    public String order(String alias) {
        return columns.isEmpty() ? "" : " ORDER BY " + Sql.join(", ", columns, column -> name(alias, column));
    }

    private String name(String alias, Column column) {
        return alias + "." + dialect.quote(column.name());
    }

    /**
     * Returns an SQL condition for the rows from the position {@code after} (exclusive) to the position {@code upTo} (inclusive). A null position
     * represents the beginning or the end of the table.
     */
    public String range(String alias, @Nullable String after, @Nullable String upTo) {
        String from = after == null ? "" : beyond(alias, ">", "", parse(after));
        String to = upTo == null ? "" : beyond(alias, "<", "=", parse(upTo));
        return from + (from.isEmpty() || to.isEmpty() ? "" : " AND ") + to;
    }

    /** Returns a condition such as {@code (a > 1 OR (a = 1 AND b > 2)) AND a >= 1}, whose last part enables the server to use an index. */
    private String beyond(String alias, String sign, String including, List<String> position) {
        int last = position.size() - 1;
        String condition = "";
        for (int i = last; i >= 0; i--) {
            String name = name(alias, columns.get(i));
            String value = literal(dialect, columns.get(i), position.get(i));
            condition = i == last
                    ? name + " " + sign + including + " " + value
                    : "(" + name + " " + sign + " " + value + " OR (" + name + " = " + value + " AND " + condition
                            + "))" + (i > 0 ? "" : " AND " + name + " " + sign + "= " + value);
        }
        return condition;
    }

    /**
     * Converts the result of {@link #text} to an SQL literal. A number becomes a numeric literal, because a comparison with a string literal
     * uses floating-point arithmetic.
     *
     * @throws IllegalArgumentException if the text is not valid for a column that stores numbers or bytes
     */
    public static String literal(Dialect dialect, Column column, String text) {
        return switch (column.kind()) {
            case INTEGER -> new BigInteger(text).toString();
            case DECIMAL -> new BigDecimal(text).toPlainString();
            case BINARY -> "X'" + HexFormat.of().formatHex(HexFormat.of().parseHex(text)) + "'";
            default -> dialect.literal(text);
        };
    }

    /** Reads a column value as text, or as hexadecimal digits if the column stores bytes. This method returns null for the SQL value NULL. */
    public static @Nullable String text(ResultSet row, int number, Column column) throws SQLException {
        byte[] bytes = column.kind() == Column.Kind.BINARY ? row.getBytes(number) : null;
        return bytes == null ? row.getString(number) : HexFormat.of().formatHex(bytes);
    }

    public static String position(List<String> values) {
        return JSON.valueToTree(values).toString();
    }

    public static List<String> parse(String position) {
        try {
            return JSON.readValue(position, TEXTS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no position in a table: " + position, e);
        }
    }

    /** Returns the key of the last row in a span, or null if the table has too few rows or the scan has no columns. */
    public @Nullable String spanEnd(Connection session, String from, String alias, @Nullable String after, long rows)
            throws SQLException {
        if (columns.isEmpty()) {
            return null;
        }
        String select = Sql.join(", ", columns, column -> {
            String name = name(alias, column);
            return column.kind() == Column.Kind.TEMPORAL ? dialect.text(name) : name;
        });
        String range = range(alias, after, null);
        String sql = "SELECT " + select + " FROM " + from + (range.isEmpty() ? "" : " WHERE " + range) + order(alias)
                + " LIMIT 1 OFFSET " + (rows - 1);
        return Sql.one(session, sql, this::position).orElse(null);
    }

    private String position(ResultSet row) throws SQLException {
        List<String> values = new ArrayList<>();
        for (Column column : columns) {
            values.add(String.valueOf(text(row, values.size() + 1, column)));
        }
        return position(values);
    }
}
