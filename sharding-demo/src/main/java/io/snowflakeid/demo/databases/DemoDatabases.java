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
 * The databases of a run, and the tables that it creates in them. Closing them removes what was made for the run alone, and so does
 * the end of this JVM when the run is interrupted; nothing else in them is touched.
 *
 * @param orders those of the orders, {@code ds_0} to {@code ds_3}
 * @param games those of 3 game servers, and the one that they are merged into; with MySQL the same ones
 */
public record DemoDatabases(List<Database> orders, List<Database> games, Tables tables, RunEnd end)
        implements AutoCloseable {

    private static final int NEEDED = 4;

    /**
     * Four of the user's, on one server of MySQL or MariaDB, or on several. The calling thread is the one that is interrupted when this
     * JVM is told to end.
     *
     * @throws CommandFailure if there are not four, or one cannot be used
     */
    public static DemoDatabases ofMySql(List<Database> databases) {
        if (databases.size() != NEEDED) {
            throw CommandFailure.ofDatabase(
                    "--mysql needs " + NEEDED + " databases, but got " + databases.size() + ": pass " + NEEDED
                            + " addresses with commas between them",
                    null);
        }
        databases.forEach(DemoDatabases::requireAnswer);
        Tables tables = new Tables();
        return new DemoDatabases(databases, databases, tables, new RunEnd(tables::drop));
    }

    private static void requireAnswer(Database database) {
        try {
            database.connect().close();
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
    }

    /** The one number that a query finds. */
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
