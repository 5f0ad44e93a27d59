package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** The databases of a run. Closing them removes what was made for the run alone. */
public interface DemoDatabases extends AutoCloseable {

    /** How many databases each story uses. */
    int NEEDED = 4;

    /** Those of the orders, {@code ds_0} to {@code ds_3}, as this process reaches them. */
    List<Database> orders();

    /** The same ones, as other processes on this machine reach them by TCP. */
    default List<Database> ordersByTcp() {
        return orders();
    }

    /** Those of 3 game servers, and the one that they are merged into. */
    default List<Database> games() {
        return orders();
    }

    /** The tables that the run has created in them. */
    CreatedTables created();

    /** Where to look at what was kept, a line each. */
    List<String> whereKept();

    @Override
    void close() throws SQLException;

    /** Product and version of a database. */
    static String version(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            DatabaseMetaData about = connection.getMetaData();
            return product(about.getDatabaseProductName(), about.getDatabaseProductVersion());
        }
    }

    /** A MariaDB calls itself MySQL to old clients, with a made-up version before its own; it is not passed off as one. */
    static String product(String name, String version) {
        boolean maria = version.toLowerCase(Locale.ROOT).contains("mariadb");
        return maria ? "MariaDB " + version.replaceFirst("^5\\.5\\.5-", "") : name + " " + version;
    }
}
