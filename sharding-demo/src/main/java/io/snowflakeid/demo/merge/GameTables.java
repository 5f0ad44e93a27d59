package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.Tables;
import java.sql.SQLException;
import java.util.List;

/** Creates and reads the tables of the game. */
final class GameTables {

    static final List<String> TABLES = List.of("players", "items", "mails");

    private static final List<Reference> REFERENCES = List.of(
            new Reference("items", "owner_id"),
            new Reference("mails", "sender_id"),
            new Reference("mails", "receiver_id"));

    private record Reference(String table, String column) {}

    /** Counts of references to players. The component {@code mislinked} counts references to a player of another server. */
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

    /** Counts references to players. The argument {@code schema} is a schema name followed by a dot, or empty for the default schema. */
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
