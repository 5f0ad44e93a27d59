package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Selects on a connection that belongs to somebody else: nothing but the statement is closed. */
final class Queries {

    private Queries() {}

    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    static <T> List<T> all(Connection connection, String sql, Row<T> reader, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                select.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = select.executeQuery()) {
                List<T> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(reader.read(rows));
                }
                return found;
            }
        }
    }

    /** What is read from the only row, which may be null. */
    static <T> @Nullable T only(Connection connection, String sql, NullableRow<T> reader, @Nullable Object... values)
            throws SQLException {
        List<Optional<T>> found = all(connection, sql, row -> Optional.ofNullable(reader.read(row)), values);
        return found.get(0).orElse(null);
    }

    interface NullableRow<T> {
        @Nullable
        T read(ResultSet row) throws SQLException;
    }

    /** The answers of a query that gives one row of three, in the order of {@link TextRules}. */
    static TextRules textRules(Connection connection, String sql) throws SQLException {
        return all(connection, sql, row -> new TextRules(row.getBoolean(1), row.getBoolean(2), row.getBoolean(3)))
                .get(0);
    }

    static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    static String text(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        return value == null ? "" : value;
    }
}
