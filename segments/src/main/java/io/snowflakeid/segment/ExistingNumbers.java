package io.snowflakeid.segment;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A column that stores the numbers of a tag. */
record ExistingNumbers(DataSource dataSource, ColumnName column) {

    /** Returns the largest number that the type of the column can hold. */
    long limit() {
        return read((connection, found) -> {
            if (!found.isNumber()) {
                throw new IllegalArgumentException(
                        found + " holds no numbers: pass the column that stores the numbers of the tag");
            }
            return found.largestNumber();
        });
    }

    /** Returns the largest number in the column, or 0 if the column has no positive number. */
    long largest() {
        return read((connection, found) -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query(connection, found.name()))) {
                return row.next() ? row.getLong(1) : 0L;
            }
        });
    }

    private static String query(Connection connection, ColumnName name) throws SQLException {
        String quote = connection.getMetaData().getIdentifierQuoteString();
        UnaryOperator<String> quoted = part -> quote + part.replace(quote, quote + quote) + quote;
        String table = Stream.of(name.catalog(), name.schema(), name.table())
                .filter(Objects::nonNull)
                .map(quoted)
                .collect(Collectors.joining("."));
        return "SELECT COALESCE(MAX(" + quoted.apply(name.column()) + "), 0) FROM " + table;
    }

    private interface Reading {
        long of(Connection connection, IdColumn found) throws SQLException;
    }

    private long read(Reading reading) {
        try (Connection connection = dataSource.getConnection()) {
            IdColumn found = IdColumn.read(connection, column)
                    .orElseThrow(
                            () -> new IllegalArgumentException(
                                    "there is no column " + column
                                            + ", or the user may not see it: pass the table and the column as the database spells them"));
            return reading.of(connection, found);
        } catch (SQLException e) {
            throw new IllegalStateException("column " + column + " could not be read: " + e.getMessage(), e);
        }
    }
}
