package io.snowflakeid.demo.worlds;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.Tables;
import java.sql.SQLException;
import java.util.List;

/** The tables of the game, and which of their columns hold ids of players. */
final class Game {

    static final List<String> TABLES = List.of("players", "items", "mails");

    private static final List<Reference> REFERENCES = List.of(
            new Reference("items", "owner_id"),
            new Reference("mails", "sender_id"),
            new Reference("mails", "receiver_id"));

    private record Reference(String table, String column) {}

    /** What became of references to players: how many there are, those that point nowhere, and to a player of another server. */
    record References(long followed, long dangling, long mislinked) {}

    private Game() {}

    /** Creates the tables of a world. */
    static void create(Tables tables, Database database, World world) throws SQLException, InterruptedException {
        String counted = world == World.AUTO_INCREMENT ? "AUTO_INCREMENT" : "";
        tables.create(
                database,
                Tables.text(Game.class, "game.sql")
                        .replace("${world}", world.prefix())
                        .replace("${counted}", counted));
    }

    /** Follows all references; {@code schema} is followed by a dot, or nothing for the database's own. */
    static References follow(Database database, World world, String schema) throws SQLException {
        long followed = 0;
        long dangling = 0;
        long mislinked = 0;
        for (Reference reference : REFERENCES) {
            String count = "SELECT COUNT(*) FROM " + schema + world.table(reference.table()) + " c LEFT JOIN " + schema
                    + world.table("players") + " p ON p.id = c." + reference.column();
            followed += DemoDatabases.number(database, count);
            dangling += DemoDatabases.number(database, count + " WHERE p.id IS NULL");
            mislinked += DemoDatabases.number(database, count + " WHERE p.home_server <> c.home_server");
        }
        return new References(followed, dangling, mislinked);
    }

    /** How many rows all tables of a world have. */
    static long rows(Database database, World world, String schema) throws SQLException {
        long rows = 0;
        for (String table : TABLES) {
            rows += DemoDatabases.number(database, "SELECT COUNT(*) FROM " + schema + world.table(table));
        }
        return rows;
    }
}
