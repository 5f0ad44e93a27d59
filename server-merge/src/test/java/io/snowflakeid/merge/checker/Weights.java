package io.snowflakeid.merge.checker;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes texts comparable as the target compares them: two are equal in its collation if their weights are equal. */
final class Weights {

    private final Connection connection;
    private final String target;
    private final RowReader reader;
    private final boolean h2;

    Weights(Connection connection, String target, RowReader reader, boolean h2) {
        this.connection = connection;
        this.target = target;
        this.reader = reader;
        this.h2 = h2;
    }

    /** The expression for a column of a source's table. */
    String of(String table, String column) throws SQLException {
        String name = reader.quoted(column);
        if (h2) {
            return name;
        }
        String query = "SELECT character_set_name, collation_name FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? AND column_name = ?";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, target);
            statement.setString(2, table);
            statement.setString(3, column);
            try (ResultSet found = statement.executeQuery()) {
                if (!found.next() || found.getString(2) == null) {
                    return name;
                }
                String collation = found.getString(2);
                String converted = "CONVERT(" + name + " USING " + found.getString(1) + ")";
                String compared = padsBlanks(collation) ? "TRIM(TRAILING ' ' FROM " + converted + ")" : converted;
                return "HEX(WEIGHT_STRING(" + compared + " COLLATE " + collation + "))";
            }
        }
    }

    /** Whether trailing blanks count for nothing. */
    private static boolean padsBlanks(String collation) {
        return !collation.contains("_0900_") && !collation.contains("_nopad_") && !collation.equals("binary");
    }
}
