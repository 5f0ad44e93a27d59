package io.snowflakeid.merge.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Going through a table in the order of its key, chunk by chunk.
 *
 * <p>A position is the key of a row, as a JSON array of texts, so that it can be stored beside the rows that it speaks of. Only
 * columns whose order is that of their values as texts or numbers are walked by: no ENUM, no FLOAT.
 */
public final class KeyWalk {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

    private final Dialect dialect;
    private final List<Column> columns;

    private KeyWalk(Dialect dialect, List<Column> columns) {
        this.dialect = dialect;
        this.columns = columns;
    }

    /** By the columns of a table's key for which that can be done. */
    public static KeyWalk of(Dialect dialect, TablePlan table) {
        return new KeyWalk(
                dialect,
                table.walk().stream().map(name -> table.column(name).column()).toList());
    }

    /** By the first of its columns alone. */
    public KeyWalk byFirstColumn() {
        return new KeyWalk(dialect, columns.subList(0, 1));
    }

    /** Whether a key can be walked by this column. */
    public static boolean walkable(Column column) {
        return switch (column.kind()) {
            case INTEGER, DECIMAL, TEMPORAL -> true;
            // an ENUM is ordered by number and compared as a text
            case TEXT -> column.characters() != null;
            case BINARY -> !column.type().contains("blob");
            case FLOAT, BIT, JSON, SPATIAL, OTHER -> false;
        };
    }

    /** What follows ORDER BY. */
    public String order(String alias) {
        return columns.stream().map(column -> name(alias, column)).collect(Collectors.joining(", "));
    }

    private String name(String alias, Column column) {
        return alias + "." + dialect.quote(column.name());
    }

    // -------------------------------------------------------------------------------------------------------- range

    /** The condition for rows beyond one position and up to another, either of which may be null; or empty. */
    public String range(String alias, @Nullable String after, @Nullable String upTo) {
        return Stream.of(after == null ? "" : beyond(alias, ">", ""), upTo == null ? "" : beyond(alias, "<", "="))
                .filter(condition -> !condition.isEmpty())
                .collect(Collectors.joining(" AND "));
    }

    /** {@code a >= ? AND (a > ? OR (a = ? AND b > ?))}: the first part gives an index its range. */
    private String beyond(String alias, String sign, String including) {
        int last = columns.size() - 1;
        String condition = name(alias, columns.get(last)) + " " + sign + including + " ?";
        for (int i = last - 1; i >= 0; i--) {
            String name = name(alias, columns.get(i));
            condition = "(" + name + " " + sign + " ? OR (" + name + " = ? AND " + condition + "))";
        }
        return last == 0 ? condition : name(alias, columns.get(0)) + " " + sign + "= ? AND " + condition;
    }

    /** Binds what {@link #range} asks for, from the first parameter on. */
    public void bindRange(PreparedStatement statement, @Nullable String after, @Nullable String upTo)
            throws SQLException {
        List<Object> asked = asked(after, upTo);
        for (int i = 0; i < asked.size(); i++) {
            statement.setObject(i + 1, asked.get(i));
        }
    }

    private List<Object> asked(@Nullable String after, @Nullable String upTo) {
        List<Object> asked = new ArrayList<>();
        int last = columns.size() - 1;
        for (String position : Stream.of(after, upTo).filter(Objects::nonNull).toList()) {
            List<String> values = parse(position);
            if (last > 0) {
                asked.add(value(columns.get(0), values.get(0)));
            }
            // each but the last is asked for twice
            for (int i = 0; i <= 2 * last; i++) {
                asked.add(value(columns.get(i / 2), values.get(i / 2)));
            }
        }
        return asked;
    }

    private static Object value(Column column, String text) {
        return switch (column.kind()) {
            case INTEGER -> text.length() < 19 ? (Object) Long.valueOf(text) : new BigDecimal(text);
            case DECIMAL -> new BigDecimal(text);
            case BINARY -> HexFormat.of().parseHex(text);
            default -> text;
        };
    }

    // ----------------------------------------------------------------------------------------------------- position

    private String position(ResultSet row) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(
                    columns.get(i).kind() == Column.Kind.BINARY
                            ? HexFormat.of().formatHex(row.getBytes(i + 1))
                            : row.getString(i + 1));
        }
        return position(values);
    }

    /** The position of these values, one for each column. */
    public static String position(List<String> values) {
        try {
            return JSON.writeValueAsString(values);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts that are no JSON: " + values, e);
        }
    }

    /** The values of a position. */
    public static List<String> parse(String position) {
        try {
            return JSON.readValue(position, TEXTS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no position in a table: " + position, e);
        }
    }

    /** The position of the row that ends a chunk of so many rows between two positions; null if fewer are left. */
    public @Nullable String chunkEnd(
            Connection session, String from, String alias, @Nullable String after, @Nullable String upTo, long rows)
            throws SQLException {
        String select = columns.stream()
                .map(column ->
                        column.kind() == Column.Kind.TEMPORAL ? dialect.text(name(alias, column)) : name(alias, column))
                .collect(Collectors.joining(", "));
        String range = range(alias, after, upTo);
        String sql = "SELECT " + select + " FROM " + from + (range.isEmpty() ? "" : " WHERE " + range) + " ORDER BY "
                + order(alias) + " LIMIT 1 OFFSET " + (rows - 1);
        return Sql.one(session, sql, this::position, asked(after, upTo).toArray())
                .orElse(null);
    }
}
