package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What databases hold. */
public final class Databases {

    private Databases() {}

    /** The names of the tables and views of a database, in order; none if there is no such database. */
    public static List<String> tables(Connection session, String database) throws SQLException {
        return names(session, "SELECT table_name FROM information_schema.tables WHERE table_schema = ?", database);
    }

    /** Whether there is a database of that name. */
    public static boolean exists(Connection session, String database) throws SQLException {
        String sql = "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?";
        return !names(session, sql, database).isEmpty();
    }

    /** The names of the triggers of a database, in order. */
    public static List<String> triggers(Connection session, String database) throws SQLException {
        return names(
                session, "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = ?", database);
    }

    /** The names of the routines of a database, in order. */
    public static List<String> routines(Connection session, String database) throws SQLException {
        return names(
                session, "SELECT routine_name FROM information_schema.routines WHERE routine_schema = ?", database);
    }

    private static List<String> names(Connection session, String sql, String database) throws SQLException {
        return Sql.list(session, sql + " ORDER BY 1", row -> row.getString(1), database);
    }
}
