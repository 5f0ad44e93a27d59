package io.snowflakeid.merge.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queries of the catalog about one database, whose name is bound to every {@code ?}. */
public record CatalogQuery(Connection connection, String database) {

    /** Makes something of the current row. */
    public interface RowReader<T> {
        /** Reads the row, and does not move on. */
        T read(ResultSet row) throws SQLException;
    }

    /** What is made of each row. */
    public <T> List<T> list(String sql, RowReader<T> reader) throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int parameters = (int) sql.chars().filter(c -> c == '?').count();
            for (int i = 1; i <= parameters; i++) {
                statement.setString(i, database);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(reader.read(rows));
                }
            }
        }
        return found;
    }

    /** What is made of each row, by the row's TABLE_NAME. */
    public <T> Map<String, List<T>> byTable(String sql, RowReader<T> reader) throws SQLException {
        Map<String, List<T>> found = new LinkedHashMap<>();
        list(
                sql,
                row -> found.computeIfAbsent(text(row, "TABLE_NAME"), table -> new ArrayList<>())
                        .add(reader.read(row)));
        return found;
    }

    /** A text that the catalog must have. */
    public static String text(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        if (value == null) {
            throw new SQLException("the catalog has no " + column);
        }
        return value;
    }

    /** A count, at most the greatest long; null if the catalog has none. */
    public static @Nullable Long count(ResultSet row, String column) throws SQLException {
        BigDecimal value = row.getBigDecimal(column);
        return value == null
                ? null
                : value.toBigInteger().min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }
}
