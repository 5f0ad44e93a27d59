package io.snowflakeid.demo.worlds;

import io.snowflakeid.demo.databases.TableScript;
import io.snowflakeid.demo.worlds.WorldsResult.ReferenceResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The tables of the game, and which of their columns hold ids of other tables. */
final class Game {

    static final TableScript TABLES = TableScript.of(Game.class, "game.sql");

    private static final List<Reference> REFERENCES = List.of(
            new Reference("guilds", "leader_id", "players"),
            new Reference("guild_members", "guild_id", "guilds"),
            new Reference("guild_members", "player_id", "players"),
            new Reference("items", "owner_id", "players"),
            new Reference("mails", "sender_id", "players"),
            new Reference("mails", "receiver_id", "players"));

    private record Reference(String table, String column, String parent) {}

    private Game() {}

    /**
     * Follows the references of a table.
     *
     * @param database its name and a dot, or nothing for the connection's own
     */
    static List<ReferenceResult> follow(Connection connection, World world, String table, String database)
            throws SQLException {
        List<ReferenceResult> results = new ArrayList<>();
        for (Reference reference : REFERENCES) {
            if (reference.table().equals(table)) {
                long[] found = numbers(
                        connection,
                        "SELECT COUNT(*), COALESCE(SUM(CASE WHEN p.id IS NULL THEN 1 ELSE 0 END), 0),"
                                + " COALESCE(SUM(CASE WHEN p.home_server <> c.home_server THEN 1 ELSE 0 END), 0)"
                                + " FROM " + database + world.table(table) + " c LEFT JOIN " + database
                                + world.table(reference.parent()) + " p ON p.id = c." + reference.column());
                results.add(new ReferenceResult(reference.column(), reference.parent(), found[0], found[1], found[2]));
            }
        }
        return results;
    }

    /** How many rows a table has. */
    static long count(Connection connection, String table) throws SQLException {
        return numbers(connection, "SELECT COUNT(*) FROM " + table)[0];
    }

    private static long[] numbers(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            long[] numbers = new long[row.getMetaData().getColumnCount()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = row.getLong(i + 1);
            }
            return numbers;
        }
    }
}
