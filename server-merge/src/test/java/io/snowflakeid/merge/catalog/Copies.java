package io.snowflakeid.merge.catalog;

import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Makes a database from what was read of another one, as a merge will. */
public final class Copies {

    private Copies() {}

    /** Reads a database in a session that is set up as a merge's sessions are. */
    public static Schema read(TestDatabase server, String database) throws SQLException {
        try (Server sessions = new Server(server.url(), server.user(), server.password(), 1, null, true);
                Connection session = sessions.session()) {
            return sessions.dialect().schema(session, database);
        }
    }

    static Schema of(Schema source, TestDatabase target) throws SQLException {
        List<String> statements = new ArrayList<>(List.of("SET SESSION sql_mode = ''"));
        Collection<Table> tables = source.tables().values();
        tables.forEach(table -> statements.add(table.definition().create()));
        tables.forEach(table -> table.definition().indexes().forEach(index -> statements.add(alter(table, index))));
        tables.forEach(table -> table.definition().foreignKeys().forEach(key -> statements.add(alter(table, key))));
        source.views().forEach(view -> statements.add(view.create()));
        source.triggers()
                .forEach(trigger -> statements.addAll(
                        List.of("SET SESSION sql_mode = '" + trigger.sqlMode() + "'", trigger.create())));
        try (Connection connection = target.connect()) {
            SqlScript.run(connection, statements);
        }
        return read(target, target.name());
    }

    private static String alter(Table table, Table.Part part) {
        return "ALTER TABLE " + SqlText.quoted(table.name()) + " " + part.clause();
    }
}
