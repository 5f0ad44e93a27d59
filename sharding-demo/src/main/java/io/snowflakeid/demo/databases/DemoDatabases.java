package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import io.snowflakeid.commandline.RunEnd;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The databases of a demo run. The method {@code close} removes only tables and files that the demo run has created.
 *
 * @param orders the databases {@code ds_0} to {@code ds_3}, which contain the orders
 * @param games the databases of the 3 game servers, followed by the target of the merge
 */
public record DemoDatabases(List<Database> orders, List<Database> games, Tables tables, RunEnd end)
        implements AutoCloseable {

    private static final int NEEDED = 4;

    /**
     * Uses four existing databases on one or more MySQL or MariaDB servers. The termination of the JVM interrupts the calling thread.
     *
     * @throws CommandFailure if the list does not contain four databases, or the connection to a database fails
     */
    public static DemoDatabases ofMySql(List<Database> databases) {
        if (databases.size() != NEEDED) {
            throw CommandFailure.ofDatabase(
                    "--mysql needs " + NEEDED + " databases, but got " + databases.size() + ": pass " + NEEDED
                            + " addresses separated by commas",
                    null);
        }
        databases.forEach(DemoDatabases::requireConnection);
        Tables tables = new Tables();
        return new DemoDatabases(databases, databases, tables, new RunEnd(tables::drop));
    }

    private static void requireConnection(Database database) {
        try {
            database.connect().close();
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
    }

    /** Returns the number in the first row of a query result. */
    public static long number(Database database, String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        end.begin();
    }
}
