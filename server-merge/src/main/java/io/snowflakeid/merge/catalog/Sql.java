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

    /** Makes something of the current row. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Reads the row, and does not move on. */
        T read(ResultSet row) throws SQLException;
    }

    /** Carries out a statement; returns how many rows it was about. */
    public static long update(Connection session, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeLargeUpdate();
        }
    }

    /** Carries out statements as they stand, in which a question mark is none of ours; returns 0, as none counts rows. */
    public static long execute(Connection session, List<String> statements) throws SQLException {
        try (Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return 0;
    }

    /** Carries out a statement for each of these, and returns how many they are. */
    public static long updateAll(Connection session, String sql, List<@Nullable Object[]> all) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            for (@Nullable Object[] values : all) {
                bind(statement, values);
                statement.addBatch();
            }
            statement.executeBatch();
            return all.size();
        }
    }

    /** What is made of each row. */
    public static <T> List<T> list(Connection session, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        List<T> list = new ArrayList<>();
        each(session, 0, sql, row -> list.add(reader.read(row)), values);
        return list;
    }

    /** Takes one row after the other, which the driver fetches by so many, or as it likes if that is 0. */
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

    /** What is made of the only row; empty if there is none. */
    public static <T> Optional<T> one(Connection session, String sql, Reader<T> reader, @Nullable Object... values)
            throws SQLException {
        return list(session, sql, reader, values).stream().findFirst();
    }

    /** The number that a query returns, or 0. */
    public static long number(Connection session, String sql, @Nullable Object... values) throws SQLException {
        return one(session, sql, row -> row.getLong(1), values).orElse(0L);
    }

    /** The texts of these, with what is put between them. */
    public static <T> String join(String between, Collection<T> all, Function<T, String> text) {
        return all.stream().map(text).collect(Collectors.joining(between));
    }

    private static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
