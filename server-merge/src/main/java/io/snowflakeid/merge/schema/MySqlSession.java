package io.snowflakeid.merge.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings under which a catalog is read, and its texts can be understood; closing puts the former ones back. */
final class MySqlSession implements AutoCloseable {

    private final Connection connection;
    private final String formerDatabase;
    private final Map<String, String> former = new LinkedHashMap<>();

    static MySqlSession open(Connection connection, String database, boolean mariaDb) throws SQLException {
        MySqlSession session = new MySqlSession(connection);
        try {
            // names in backticks, texts in quotes with backslashes
            session.set("sql_mode", "''");
            session.set("sql_quote_show_create", "1");
            session.set("time_zone", "'+00:00'");
            if (!mariaDb) {
                // counters and times as they are, not as they were a day ago
                session.set("information_schema_stats_expiry", "0");
                session.set("show_gipk_in_create_table_and_information_schema", "1");
            }
            // views of the current database are shown without its name
            connection.setCatalog(database);
        } catch (SQLException e) {
            try {
                session.close();
            } catch (SQLException secondary) {
                e.addSuppressed(secondary);
            }
            throw e;
        }
        return session;
    }

    private MySqlSession(Connection connection) throws SQLException {
        this.connection = connection;
        String catalog = connection.getCatalog();
        formerDatabase = catalog == null ? "" : catalog;
    }

    CatalogQuery catalog(String database) {
        return new CatalogQuery(connection, database);
    }

    private void set(String variable, String value) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String was;
            try (ResultSet row = statement.executeQuery("SELECT @@SESSION." + variable)) {
                row.next();
                was = row.getString(1);
            }
            former.put(variable, was.matches("\\d+") ? was : "'" + was + "'");
            statement.execute("SET SESSION " + variable + " = " + value);
        }
    }

    @Override
    public void close() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> setting : former.entrySet()) {
                statement.execute("SET SESSION " + setting.getKey() + " = " + setting.getValue());
            }
        }
        if (!formerDatabase.isEmpty()) {
            connection.setCatalog(formerDatabase);
        }
    }
}
