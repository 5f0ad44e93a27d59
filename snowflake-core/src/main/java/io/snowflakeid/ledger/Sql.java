package io.snowflakeid.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a ledger, which may take 5 s at most. */
final class Sql {

    private static final int QUERY_TIMEOUT_SECONDS = 5;

    private Sql() {}

    /** What is made of a row of a result. */
    interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    static <T> Optional<T> first(Connection connection, String sql, Reading<T> reading, @Nullable Object... parameters)
            throws SQLException {
        return all(connection, sql, reading, parameters).stream().findFirst();
    }

    static <T> List<T> all(Connection connection, String sql, Reading<T> reading, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, parameters);
                ResultSet rows = select.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reading.of(rows));
            }
            return all;
        }
    }

    /** Whether one row is written; false if none is as it has to be, or if there is one with this key already. */
    static boolean isWritten(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            if (!SqlFault.isDuplicateKey(e)) {
                throw e;
            }
            return false; // another process was first
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql)) {
            statement.execute();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
