package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.sql.Sessions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Short answers of the server, as texts. */
final class ServerQuery {

    private final Sessions sessions;

    ServerQuery(Sessions sessions) {
        this.sessions = sessions;
    }

    /** All rows; NULL is told as an empty text. */
    List<List<String>> rows(String sql, String... parameters) throws SQLException {
        return sessions.with(session -> {
            try (PreparedStatement select = session.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    select.setString(i + 1, parameters[i]);
                }
                try (ResultSet rows = select.executeQuery()) {
                    return texts(rows);
                }
            }
        });
    }

    private static List<List<String>> texts(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        List<List<String>> all = new ArrayList<>();
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                String text = rows.getString(i);
                row.add(text == null ? "" : text);
            }
            all.add(row);
        }
        return all;
    }

    /** The first column of all rows. */
    List<String> column(String sql, String... parameters) throws SQLException {
        return rows(sql, parameters).stream().map(row -> row.get(0)).toList();
    }
}
