package io.snowflakeid.merge.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

public final class Sql {

    private Sql() {}

    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Executes a statement, and returns the number of changed rows. */
    public static long update(Connection session, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeLargeUpdate();
        }
    }

    public static long execute(Connection session, List<String> statements) throws SQLException {
        try (Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return 0;
    }

    /** Executes a statement once for each element of a collection, and returns the size of the collection. */
    public static <T> long updateAll(
            Connection session, String sql, Collection<T> all, Function<T, @Nullable Object[]> values)
            throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            for (T each : all) {
                bind(statement, values.apply(each));
                statement.addBatch();
            }
            statement.executeBatch();
            return all.size();
        }
    }

    public static <T> List<T> list(Connection session, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        List<T> list = new ArrayList<>();
        each(session, 0, sql, row -> list.add(reader.read(row)), values);
        return list;
    }

    /** Reads the rows of a query result. If {@code fetchSize} is 0, the driver chooses the fetch size. */
    public static void each(Connection session, int fetchSize, String sql, Reader<?> reader, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            statement.setFetchSize(fetchSize);
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    /** Reads the first row of a query result, or returns empty if the result has no rows. */
    public static <T> Optional<T> one(Connection session, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        return list(session, sql, reader, values).stream().findFirst();
    }

    /** Returns the number in the first row of a query result, or 0 if the number is NULL or the result has no rows. */
    public static long number(Connection session, String sql, @Nullable Object... values) throws SQLException {
        return one(session, sql, row -> row.getLong(1), values).orElse(0L);
    }

    public static <T> String join(String between, Collection<T> all, Function<T, String> text) {
        return all.stream().map(text).collect(Collectors.joining(between));
    }

    private static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
