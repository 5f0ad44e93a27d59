package io.snowflakeid.merge.schema;

import java.sql.Connection;
import java.sql.SQLException;

/** Reads databases of a kind that is not MySQL or MariaDB; registered as a service. */
public interface CatalogReader {

    /** Whether it reads the databases of a server of that name. */
    boolean reads(String product);

    /**
     * One database as its catalog describes it now.
     *
     * @throws IllegalArgumentException if there is no such database
     */
    Schema read(Connection connection, String database) throws SQLException;
}
