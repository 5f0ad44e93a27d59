package io.snowflakeid.demo;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The four databases of a run. Closing them removes what was made for the run alone. */
interface DemoDatabases extends AutoCloseable {

    /** How many databases every scenario uses. */
    int NEEDED = 4;

    List<Database> all();

    /** The tables that the run has created in them. */
    CreatedTables created();

    /** Where to look at what was kept, a line each. */
    List<String> whereKept();

    @Override
    void close() throws SQLException;

    /** Product and version of a database. */
    static String version(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        return product(about.getDatabaseProductName(), about.getDatabaseProductVersion());
    }

    /** A MariaDB calls itself MySQL to old clients, with a made-up version before its own; it is not passed off as one. */
    static String product(String name, String version) {
        boolean maria = version.toLowerCase(Locale.ROOT).contains("mariadb");
        return maria ? "MariaDB " + version.replaceFirst("^5\\.5\\.5-", "") : name + " " + version;
    }

    /**
     * Refuses databases that have one of these tables already: a run drops what it created, and must never drop anything else.
     *
     * @throws CommandFailure naming the tables
     */
    static void requireNone(List<Database> databases, List<String> tables) throws SQLException {
        Set<String> ours = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ours.addAll(tables);
        for (Database database : databases) {
            List<String> found = existing(database, ours);
            if (!found.isEmpty()) {
                throw CommandFailure.ofDatabase(
                        database + " already has " + listed(found)
                                + ": drop what an earlier run kept there, or pass an empty database; a run never drops a table"
                                + " that it did not create",
                        null);
            }
        }
    }

    private static List<String> existing(Database database, Set<String> ours) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.connect();
                ResultSet tables = connection.getMetaData().getTables(connection.getCatalog(), null, "%", null)) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                if (ours.contains(name)) {
                    found.add(name);
                }
            }
        }
        return found;
    }

    private static String listed(List<String> found) {
        int shown = Math.min(found.size(), 5);
        String names = String.join(", ", found.subList(0, shown));
        String more = found.size() > shown ? " and " + (found.size() - shown) + " more of the demo's tables" : "";
        return (found.size() == 1 ? "table " : "tables ") + names + more;
    }
}
