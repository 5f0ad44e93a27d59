package io.snowflakeid.merge.testdata;

import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Schemas of game servers in one H2 database, so that a merge can be tried without a server; gone when closed. */
public final class H2Servers implements AutoCloseable {

    private final TestDatabase database;

    private H2Servers(TestDatabase database) {
        this.database = database;
    }

    /** In MySQL's mode, where names are small and may be written in any case. */
    public static H2Servers inMySqlMode(String name) {
        return new H2Servers(TestDatabase.h2(name));
    }

    /** In H2's own mode: names that are not quoted are in capitals. */
    public static H2Servers inOwnMode(String name) {
        return new H2Servers(TestDatabase.plainH2(name));
    }

    /** Makes one schema, if it is not there, and runs a script in it. */
    public H2Servers script(String schema, String script) throws SQLException {
        try (Connection connection = connect(schema)) {
            SqlScript.run(connection, SqlScript.statements(script));
        }
        return this;
    }

    /** A connection in a schema, which is made if it is not there. */
    public Connection connect(String schema) throws SQLException {
        Connection connection = database.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS \"" + schema.replace("\"", "\"\"") + '"');
        }
        connection.setSchema(schema);
        return connection;
    }

    /** The rows of a query, values with blanks between. */
    public List<String> rows(String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int width = result.getMetaData().getColumnCount();
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    values.add(result.getString(i));
                }
                rows.add(String.join(" ", values));
            }
            return rows;
        }
    }

    public String password() {
        return database.password();
    }

    /** Writes a merge.yaml with these parts behind the connections; schemas are called like their aliases. */
    public Path config(Path folder, String target, String parts, String... aliases) throws IOException {
        String[] sources = Stream.of(aliases).map(alias -> alias + ": " + alias).toArray(String[]::new);
        return configOf(folder, target, parts, sources);
    }

    /** The same with sources such as {@code alias: schema}. */
    public Path configOf(Path folder, String target, String parts, String... sources) throws IOException {
        String yaml = "server: { url: '" + database.url() + "', user: " + database.user() + " }\nsources:\n  "
                + String.join("\n  ", sources) + "\ntarget: " + target + '\n' + parts;
        return Files.writeString(folder.resolve(target + ".yaml"), yaml);
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
