package io.snowflakeid.merge.catalog;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.ServiceLoader;

/** Reads the definitions of a database. Readers of databases besides MySQL and MariaDB are registered as services. */
public interface SchemaReader {

    /** Whether it reads the databases of a server of that name. */
    boolean reads(String product);

    /**
     * One database as its catalog describes it now.
     *
     * @throws IllegalArgumentException if there is no such database
     */
    Schema schema(Connection connection, String database) throws SQLException;

    /**
     * The same, of any kind of server.
     *
     * <p>Of MySQL and MariaDB, the session must be one of {@code io.snowflakeid.merge.sql.Server}, whose settings decide how names and
     * times are shown. The session's current database is this one from then on.
     *
     * @throws IllegalArgumentException if there is no such database, it is of a kind that cannot be read, or a table of it cannot be
     *     made on InnoDB
     */
    static Schema read(Connection connection, String database) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        String product = about.getDatabaseProductName();
        String version = about.getDatabaseProductVersion();
        boolean mariaDb = (product + version).toLowerCase(Locale.ROOT).contains("mariadb");
        if (mariaDb || product.equals("MySQL")) {
            return MySqlCatalog.read(connection, database, mariaDb);
        }
        for (SchemaReader reader : ServiceLoader.load(SchemaReader.class, SchemaReader.class.getClassLoader())) {
            if (reader.reads(product)) {
                return reader.schema(connection, database);
            }
        }
        throw new IllegalArgumentException("the catalog of " + product + " " + version
                + " cannot be read; databases can be merged on MySQL, MariaDB and H2");
    }
}
