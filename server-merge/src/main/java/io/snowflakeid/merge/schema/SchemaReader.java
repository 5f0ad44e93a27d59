package io.snowflakeid.merge.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** Reads what a database is made of: on MySQL, MariaDB (through either driver), and H2, where a schema is called a database here. */
public final class SchemaReader {

    private SchemaReader() {}

    /**
     * One database as its catalog describes it now.
     *
     * <p>Settings of the session that the reading needs are set, and put back. A connection to no database in particular is left
     * connected to this one.
     *
     * @throws IllegalArgumentException if there is no such database, or it is of a kind that cannot be read
     */
    public static Schema read(Connection connection, String database) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        String product = about.getDatabaseProductName();
        String version = about.getDatabaseProductVersion();
        boolean mariaDb = (product + version).toLowerCase(Locale.ROOT).contains("mariadb");
        if (mariaDb || product.equals("MySQL")) {
            return MySqlCatalog.read(connection, database, mariaDb);
        }
        if (product.equals("H2")) {
            return H2Catalog.read(connection, database);
        }
        throw new IllegalArgumentException("the catalog of " + product + " " + version
                + " cannot be read; databases can be merged on MySQL, MariaDB and H2");
    }
}
