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

/** Statements, with values for their question marks. */
public final class Sql {

    private Sql() {}

    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Executes a statement; returns how many rows it changed. */
    public static long update(Connection session, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeLargeUpdate();
        }
    }

    /** Executes statements in which a question mark is no parameter; returns 0, since they change no rows. */
    public static long execute(Connection session, List<String> statements) throws SQLException {
        try (Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return 0;
    }

    /** Executes a statement once for each element, with its values; returns how many elements there are. */
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

    /** Reads row by row; the driver fetches this many rows at a time, or chooses if it is 0. */
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

    /** Reads the first row; empty if there is none. */
    public static <T> Optional<T> one(Connection session, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        return list(session, sql, reader, values).stream().findFirst();
    }

    /** The number that a query returns, or 0. */
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
