package io.snowflakeid.merge.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Questions to the catalog about one database, whose name is bound to every {@code ?}. */
record CatalogQuery(Connection connection, String database) {

    interface EachRow {
        void read(ResultSet row) throws SQLException;
    }

    void each(String sql, EachRow eachRow) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int parameters = (int) sql.chars().filter(c -> c == '?').count();
            for (int i = 1; i <= parameters; i++) {
                statement.setString(i, database);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    eachRow.read(rows);
                }
            }
        }
    }

    /** A text that the catalog always tells. */
    static String text(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        if (value == null) {
            throw new SQLException("the catalog tells no " + column);
        }
        return value;
    }

    /** A count that may exceed a long; then the greatest long. */
    static @Nullable Long count(ResultSet row, String column) throws SQLException {
        BigDecimal value = row.getBigDecimal(column);
        return value == null
                ? null
                : value.toBigInteger().min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }
}
