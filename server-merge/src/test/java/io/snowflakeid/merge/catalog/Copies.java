package io.snowflakeid.merge.catalog;

import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** Makes a database from what was read of another one, as a merge will. */
public final class Copies {

    private Copies() {}

    /** Reads a database in a session that is set up as a merge's sessions are. */
    public static Schema read(TestDatabase server, String database) throws SQLException {
        try (Server sessions = Server.connectReadOnly(server.url(), server.user(), server.password(), 1, null);
                Connection session = sessions.session()) {
            return SchemaReader.read(session, database);
        }
    }

    static Schema of(Schema source, TestDatabase target, String targetName) throws SQLException {
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            for (Table table : source.tables().values()) {
                statement.execute(table.definition().create());
            }
            for (Table table : source.tables().values()) {
                for (Table.Part index : table.definition().indexes()) {
                    statement.execute(alter(table, index));
                }
            }
            for (Table table : source.tables().values()) {
                for (Table.Part key : table.definition().foreignKeys()) {
                    statement.execute(alter(table, key));
                }
            }
            for (Schema.View view : source.views()) {
                statement.execute(view.create());
            }
            for (Schema.Trigger trigger : source.triggers()) {
                statement.execute(trigger.create());
            }
        }
        return read(target, targetName);
    }

    private static String alter(Table table, Table.Part part) {
        return "ALTER TABLE " + SqlToken.quoted(table.name()) + " " + part.clause();
    }

    /** Tables without what a copy need not share: where they lie, what they count, when they were written to. */
    static Map<String, Table> comparable(Schema schema) {
        Map<String, Table> tables = new TreeMap<>();
        schema.tables().forEach((name, table) -> tables.put(name, comparable(schema, table)));
        return tables;
    }

    private static Table comparable(Schema schema, Table table) {
        return new Table(
                table.name(),
                "any",
                table.collation(),
                table.columns(),
                table.keys(),
                table.foreignKeys().stream()
                        .map(key -> new ForeignKey(
                                key.name(),
                                key.columns(),
                                key.parentDatabase().equals(schema.database()) ? "this" : key.parentDatabase(),
                                key.parentTable(),
                                key.parentColumns(),
                                key.onDelete()))
                        .toList(),
                table.checks(),
                table.partitioning(),
                null,
                0,
                null,
                table.definition());
    }
}
