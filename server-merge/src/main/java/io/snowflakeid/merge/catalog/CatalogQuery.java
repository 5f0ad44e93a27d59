package io.snowflakeid.merge.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Executes catalog queries about one database. Each {@code ?} in a query is replaced by the name of the database. */
public record CatalogQuery(Connection connection, String database) {

    public <T> List<T> list(String sql, Sql.Reader<T> reader) throws SQLException {
        int parameters = (int) sql.chars().filter(letter -> letter == '?').count();
        return Sql.list(
                connection,
                sql,
                reader,
                Collections.nCopies(parameters, database).toArray());
    }

    String showCreate(String kind, String name, String column) throws SQLException {
        String sql = "SHOW CREATE " + kind + " " + SqlText.quoted(database) + "." + SqlText.quoted(name);
        return Sql.list(connection, sql, row -> text(row, column)).get(0);
    }

    public <T> Map<String, List<T>> byTable(String sql, Sql.Reader<T> reader) throws SQLException {
        Map<String, List<T>> found = new LinkedHashMap<>();
        list(
                sql,
                row -> found.computeIfAbsent(text(row, "TABLE_NAME"), table -> new ArrayList<>())
                        .add(reader.read(row)));
        return found;
    }

    public static String text(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        if (value == null) {
            throw new SQLException("the catalog has no " + column);
        }
        return value;
    }

    /** Returns the sorted names of the tables and views of a database, or an empty list if the database does not exist. */
    public static List<String> tables(Connection session, String database) throws SQLException {
        String sql = "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1";
        return Sql.list(session, sql, row -> row.getString(1), database);
    }

    public static boolean exists(Connection session, String database) throws SQLException {
        String sql = "SELECT 1 FROM information_schema.schemata WHERE schema_name = ?";
        return Sql.one(session, sql, row -> true, database).isPresent();
    }
}
