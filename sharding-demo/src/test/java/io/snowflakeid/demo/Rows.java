package io.snowflakeid.demo;

import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads from a database. */
public final class Rows {

    private Rows() {}

    /** The first column. */
    public static List<String> of(TestDatabase database, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.connect();
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** The names of its tables. */
    public static List<String> tables(TestDatabase database) throws SQLException {
        return of(database, "SHOW TABLES");
    }
}
