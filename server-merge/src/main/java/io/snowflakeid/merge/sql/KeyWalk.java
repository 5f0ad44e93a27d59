package io.snowflakeid.merge.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.merge.schema.Column;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
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

    /** By these columns, of which there is at least one. */
    public KeyWalk(Dialect dialect, List<Column> columns) {
        this.dialect = dialect;
        this.columns = columns;
    }

    /** Whether a key can be walked by this column. */
    public static boolean walkable(Column column) {
        return switch (column.kind()) {
            case INTEGER, DECIMAL -> true;
            // an ENUM is ordered by number and compared as a text
            case TEXT -> column.characters() != null;
            case BINARY -> !column.type().contains("blob");
            case TEMPORAL -> true;
            case FLOAT, BIT, JSON, SPATIAL, OTHER -> false;
        };
    }

    /** What to select to read a position, comma-separated. */
    public String select(String alias) {
        return columns.stream()
                .map(column ->
                        column.kind() == Column.Kind.TEMPORAL ? dialect.text(name(alias, column)) : name(alias, column))
                .collect(Collectors.joining(", "));
    }

    /** What follows ORDER BY. */
    public String order(String alias) {
        return columns.stream().map(column -> name(alias, column)).collect(Collectors.joining(", "));
    }

    /** Rows beyond a position, with parameters for {@link #bind}. */
    public String after(String alias) {
        return beyond(alias, ">");
    }

    /** Rows up to a position, with parameters for {@link #bind}; that row included. */
    public String upTo(String alias) {
        return beyond(alias, "<");
    }

    /** {@code a >= ? AND (a > ? OR (a = ? AND b > ?))}: the first part gives an index its range. */
    private String beyond(String alias, String sign) {
        String including = sign.equals("<") ? "=" : "";
        String first = name(alias, columns.get(0));
        if (columns.size() == 1) {
            return first + " " + sign + including + " ?";
        }
        return first + " " + sign + "= ? AND " + nested(alias, sign, including, 0);
    }

    private String nested(String alias, String sign, String including, int from) {
        String name = name(alias, columns.get(from));
        if (from == columns.size() - 1) {
            return name + " " + sign + including + " ?";
        }
        return "(" + name + " " + sign + " ? OR (" + name + " = ? AND " + nested(alias, sign, including, from + 1)
                + "))";
    }

    private String name(String alias, Column column) {
        return alias + "." + dialect.quote(column.name());
    }

    /** Binds a position for {@link #after} or {@link #upTo} and returns the next parameter's number. */
    public int bind(PreparedStatement statement, int from, String position) throws SQLException {
        List<String> values = parse(position);
        int next = from;
        if (columns.size() > 1) {
            bind(statement, next++, columns.get(0), values.get(0));
        }
        for (int i = 0; i < columns.size() - 1; i++) {
            bind(statement, next++, columns.get(i), values.get(i));
            bind(statement, next++, columns.get(i), values.get(i));
        }
        int last = columns.size() - 1;
        bind(statement, next++, columns.get(last), values.get(last));
        return next;
    }

    private static void bind(PreparedStatement statement, int number, Column column, String value) throws SQLException {
        switch (column.kind()) {
            case INTEGER -> {
                BigDecimal integer = new BigDecimal(value);
                if (integer.precision() < 19) {
                    statement.setLong(number, integer.longValueExact());
                } else {
                    statement.setBigDecimal(number, integer);
                }
            }
            case DECIMAL -> statement.setBigDecimal(number, new BigDecimal(value));
            case BINARY -> statement.setBytes(number, HexFormat.of().parseHex(value));
            default -> statement.setString(number, value);
        }
    }

    /** The position of the current row, whose key begins at this column of the result. */
    public String position(ResultSet row, int from) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(
                    columns.get(i).kind() == Column.Kind.BINARY
                            ? HexFormat.of().formatHex(row.getBytes(from + i))
                            : row.getString(from + i));
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

    /**
     * The key of the row that ends the next chunk.
     *
     * @param from what follows FROM
     * @param after the position to begin beyond, or null for the beginning
     * @param upTo the position to end at, or null for the end
     * @param rows how many rows a chunk has
     * @return the position, or null if fewer are left
     */
    public @Nullable String chunkEnd(
            Connection session, String from, String alias, @Nullable String after, @Nullable String upTo, long rows)
            throws SQLException {
        String sql = "SELECT " + select(alias) + " FROM " + from + where(alias, after, upTo) + " ORDER BY "
                + order(alias) + " LIMIT 1 OFFSET " + (rows - 1);
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            bindRange(statement, after, upTo);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? position(row, 1) : null;
            }
        }
    }

    private String where(String alias, @Nullable String after, @Nullable String upTo) {
        String range = range(alias, after, upTo);
        return range.isEmpty() ? "" : " WHERE " + range;
    }

    /** The condition for rows between two positions, either of which may be null; or empty. */
    public String range(String alias, @Nullable String after, @Nullable String upTo) {
        List<String> conditions = new ArrayList<>();
        if (after != null) {
            conditions.add(after(alias));
        }
        if (upTo != null) {
            conditions.add(upTo(alias));
        }
        return String.join(" AND ", conditions);
    }

    /** Binds what {@link #range} asks for, from the first parameter on. */
    public void bindRange(PreparedStatement statement, @Nullable String after, @Nullable String upTo)
            throws SQLException {
        int next = 1;
        if (after != null) {
            next = bind(statement, next, after);
        }
        if (upTo != null) {
            bind(statement, next, upTo);
        }
    }
}
