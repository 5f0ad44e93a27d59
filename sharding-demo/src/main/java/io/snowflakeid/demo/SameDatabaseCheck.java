package io.snowflakeid.demo;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether two addresses lead to the same database, whatever they are called: each connection takes a lock that is named
 * after its database, and such a lock is known to the whole server and to nobody else.
 */
final class SameDatabaseCheck {

    private final String run = UUID.randomUUID().toString().substring(0, 8);

    void require(List<Database> databases, List<Connection> connections) throws SQLException {
        Map<String, Database> holders = new HashMap<>();
        for (int i = 0; i < databases.size(); i++) {
            String owner = ask(connections.get(i), "SELECT CONNECTION_ID()", null);
            String lock = run
                    + Integer.toHexString(
                            ask(connections.get(i), "SELECT DATABASE()", null).hashCode());
            String holder = ask(connections.get(i), "SELECT IS_USED_LOCK(?)", lock);
            Database same = holders.get(lock + holder);
            if (same != null) {
                throw CommandFailure.ofDatabase(
                        databases.get(i) + " and " + same + " are the same database: pass " + DemoDatabases.NEEDED
                                + " different ones, on one server or several",
                        null);
            }
            ask(connections.get(i), "SELECT GET_LOCK(?, 0)", lock);
            holders.put(lock + owner, databases.get(i));
        }
    }

    private static String ask(Connection connection, String sql, @Nullable String parameter) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            if (parameter != null) {
                select.setString(1, parameter);
            }
            try (ResultSet answer = select.executeQuery()) {
                answer.next();
                return String.valueOf(answer.getString(1));
            }
        }
    }
}
