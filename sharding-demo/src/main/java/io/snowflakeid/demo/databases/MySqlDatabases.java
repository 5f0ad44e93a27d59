package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import java.sql.SQLException;
import java.util.List;

/**
 * Four databases of the user, on one MySQL server or several. Closing them drops the tables that the run has created, and so does
 * the end of this JVM when the run is interrupted; nothing else in them is touched.
 */
public final class MySqlDatabases implements DemoDatabases {

    private final List<Database> databases;
    private final boolean keep;
    private final CreatedTables created = new CreatedTables();
    private final Interruption interruption;

    private MySqlDatabases(List<Database> databases, boolean keep) {
        this.databases = databases;
        this.keep = keep;
        interruption = keep ? Interruption.keeping() : Interruption.removing(created::drop);
    }

    /**
     * Connects to each of them once. The calling thread is the one that is interrupted when this JVM is told to end.
     *
     * @param keep whether the tables stay when the run is over
     * @throws CommandFailure if there are not four, or one cannot be used or is no MySQL
     */
    public static MySqlDatabases open(List<Database> databases, boolean keep) {
        if (databases.size() != NEEDED) {
            throw CommandFailure.ofDatabase(
                    "--mysql needs " + NEEDED + " databases, but got " + databases.size() + ": pass " + NEEDED
                            + " addresses with commas between them",
                    null);
        }
        for (Database database : databases) {
            requireMySql(database);
        }
        return new MySqlDatabases(List.copyOf(databases), keep);
    }

    /** A MariaDB answers to the same driver, but the ledger of worker ids is not kept in one. */
    private static void requireMySql(Database database) {
        String version;
        try {
            version = DemoDatabases.version(database);
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
        if (!version.startsWith("MySQL ")) {
            throw CommandFailure.ofDatabase(
                    database + " is " + version
                            + ", but a ledger of worker ids is kept in MySQL or H2: pass MySQL databases",
                    null);
        }
    }

    @Override
    public List<Database> orders() {
        return databases;
    }

    @Override
    public CreatedTables created() {
        return created;
    }

    @Override
    public List<String> whereKept() {
        return databases.stream().map(database -> "tables in " + database).toList();
    }

    @Override
    public void close() throws SQLException {
        interruption.runHasStopped();
        try {
            if (!keep) {
                created.drop();
            }
        } finally {
            interruption.forget();
        }
    }
}
