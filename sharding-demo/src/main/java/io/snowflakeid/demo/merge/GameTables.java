package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.Tables;
import java.sql.SQLException;
import java.util.List;

/** The tables of the game, and their references to players. */
final class GameTables {

    static final List<String> TABLES = List.of("players", "items", "mails");

    private static final List<Reference> REFERENCES = List.of(
            new Reference("items", "owner_id"),
            new Reference("mails", "sender_id"),
            new Reference("mails", "receiver_id"));

    private record Reference(String table, String column) {}

    /** The number of all references to players, of references to a missing player, and of references to a player of another server. */
    record References(long followed, long dangling, long mislinked) {}

    private GameTables() {}

    static void create(Tables tables, Database database, IdStrategy kind) throws SQLException, InterruptedException {
        String counted = kind == IdStrategy.AUTO_INCREMENT ? "AUTO_INCREMENT" : "";
        tables.create(
                database,
                Tables.text(GameTables.class, "game.sql")
                        .replace("${ids}", kind.prefix())
                        .replace("${counted}", counted));
    }

    /** Counts all references in {@code schema}, which ends with a dot, or is empty for the database's own schema. */
    static References follow(Database database, IdStrategy kind, String schema) throws SQLException {
        long followed = 0;
        long dangling = 0;
        long mislinked = 0;
        for (Reference reference : REFERENCES) {
            String count = "SELECT COUNT(*) FROM " + schema + kind.table(reference.table()) + " c LEFT JOIN " + schema
                    + kind.table("players") + " p ON p.id = c." + reference.column();
            followed += DemoDatabases.number(database, count);
            dangling += DemoDatabases.number(database, count + " WHERE p.id IS NULL");
            mislinked += DemoDatabases.number(database, count + " WHERE p.home_server <> c.home_server");
        }
        return new References(followed, dangling, mislinked);
    }

    static long rows(Database database, IdStrategy kind, String schema) throws SQLException {
        long rows = 0;
        for (String table : TABLES) {
            rows += DemoDatabases.number(database, "SELECT COUNT(*) FROM " + schema + kind.table(table));
        }
        return rows;
    }
}
