package io.snowflakeid.demo;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables that a run has created itself, and nothing else: what it may drop.
 *
 * <p>Thread-safe. Creating and dropping exclude each other, so a table is either known to {@link #drop} or was never made.
 */
public final class CreatedTables {

    /** A table that is still in use is waited for no longer: MySQL by itself would wait for a year. */
    private static final int SECONDS_TO_DROP = 10;

    private final Map<Database, List<String>> tables = new LinkedHashMap<>(); // each database's oldest first
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
            throw notCreated(database, table, e);
        }
        tables.computeIfAbsent(database, first -> new ArrayList<>()).add(table);
    }

    private static SQLException notCreated(Database database, String table, SQLException e) {
        return new SQLException(
                "table " + table + " could not be created in " + database + " (" + DatabaseFailure.text(e)
                        + "): use databases without tables of that name, and a user who may create them",
                e.getSQLState(),
                e.getErrorCode(),
                e);
    }

    /** Whether this run has created that table. */
    synchronized boolean contains(Database database, String table) {
        return tables.getOrDefault(database, List.of()).contains(table);
    }

    /**
     * Drops them, the newest of each database first; a table that is gone already is fine. From now on none is created. One that
     * cannot be dropped keeps no other from it, and is tried again by the next call.
     *
     * @throws SQLException naming those that are still there
     */
    public synchronized void drop() throws SQLException {
        dropping = true;
        List<SQLException> failures = new ArrayList<>();
        tables.forEach((database, ours) -> drop(database, ours, failures));
        tables.values().removeIf(List::isEmpty);
        if (!failures.isEmpty()) {
            SQLException failure = new SQLException(
                    "tables " + tables + " could not be dropped (" + DatabaseFailure.text(failures.get(0))
                            + "): drop them by hand",
                    failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private static void drop(Database database, List<String> ours, List<SQLException> failures) {
        if (ours.isEmpty()) {
            return;
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(SECONDS_TO_DROP);
            List<String> newestFirst = new ArrayList<>(ours);
            Collections.reverse(newestFirst);
            for (String table : newestFirst) {
                drop(statement, table, ours, failures);
            }
        } catch (SQLException e) {
            failures.add(e);
        }
    }

    private static void drop(Statement statement, String table, List<String> ours, List<SQLException> failures) {
        try {
            statement.execute("DROP TABLE IF EXISTS " + table);
            ours.remove(table);
        } catch (SQLException e) {
            failures.add(e);
        }
    }
}
