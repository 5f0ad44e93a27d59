package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The tables that a run has created itself, and nothing else: what it may drop.
 *
 * <p>Thread-safe. Creating and dropping exclude each other, so a table is either known to {@link #drop} or was never made.
 */
public final class CreatedTables {

    /** A table that is still in use is waited for no longer: MySQL by itself would wait for a year. */
    private static final int SECONDS_TO_DROP = 10;

    private record Table(Database database, String name) {
        @Override
        public String toString() {
            return name + " in " + database;
        }
    }

    private final Deque<Table> newestFirst = new ArrayDeque<>();
    private boolean dropping;

    /**
     * Creates a table and knows it from then on.
     *
     * @param statement of a connection to that database, where each statement commits itself
     * @param definition what follows the name in {@code CREATE TABLE}
     * @throws SQLException naming table and database; a table of that name that is there already stays as it is
     * @throws IllegalStateException after {@link #drop}
     */
    public synchronized void create(Database database, Statement statement, String table, String definition)
            throws SQLException {
        if (dropping) {
            throw new IllegalStateException("table " + table + " in " + database
                    + " is not created any more: this run's tables are dropped already");
        }
        try {
            statement.execute("CREATE TABLE " + table + " " + definition);
        } catch (SQLException e) {
            throw new SQLException(
                    "table " + table + " could not be created in " + database + " (" + DatabaseFailure.text(e)
                            + "): use databases without tables of that name, and a user who may create them",
                    e.getSQLState(),
                    e.getErrorCode(),
                    e);
        }
        newestFirst.push(new Table(database, table));
    }

    /** Whether this run has created that table. */
    public synchronized boolean contains(Database database, String table) {
        return newestFirst.contains(new Table(database, table));
    }

    /**
     * Drops them, the newest first; a table that is gone already is fine. From now on none is created. One that cannot be dropped
     * keeps no other from it, and is tried again by the next call.
     *
     * @throws SQLException naming those that are still there
     */
    public synchronized void drop() throws SQLException {
        dropping = true;
        List<SQLException> failures = new ArrayList<>();
        newestFirst.stream().map(Table::database).distinct().toList().forEach(database -> drop(database, failures));
        if (!failures.isEmpty()) {
            SQLException failure = new SQLException(
                    "tables " + newestFirst + " could not be dropped (" + DatabaseFailure.text(failures.get(0))
                            + "): drop them by hand",
                    failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private void drop(Database database, List<SQLException> failures) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(SECONDS_TO_DROP);
            newestFirst.removeIf(
                    table -> table.database().equals(database) && isDropped(table.name(), statement, failures));
        } catch (SQLException e) {
            failures.add(e);
        }
    }

    private static boolean isDropped(String table, Statement statement, List<SQLException> failures) {
        try {
            statement.execute("DROP TABLE IF EXISTS " + table);
            return true;
        } catch (SQLException e) {
            failures.add(e);
            return false;
        }
    }
}
