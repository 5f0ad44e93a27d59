package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates tables, and drops only the tables that this object has created. */
public final class Tables {

    private static final Pattern CREATE_TABLE = Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(\\w+) ([^;]+)");
    private static final String LEDGER = "snowflake_worker";

    /** The time limit for DROP TABLE. By default, MySQL's {@code DROP TABLE} waits up to one year for a table in use. */
    private static final int SECONDS_TO_DROP = 30;

    private final Map<Database, List<String>> created = new LinkedHashMap<>();

    /** Returns the content of a resource file in the package of the given class. */
    public static String text(Class<?> beside, String file) {
        try (InputStream resource = beside.getResourceAsStream(file)) {
            return new String(
                    Objects.requireNonNull(resource, file + " is missing from the class path")
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be read", e);
        }
    }

    /**
     * Creates the tables of an SQL script.
     *
     * @throws SQLException if a table cannot be created, for example because the table already exists
     * @throws InterruptedException if this thread is already interrupted
     */
    public void create(Database database, String script) throws SQLException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the run was interrupted");
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            Matcher table = CREATE_TABLE.matcher(script);
            while (table.find()) {
                create(database, statement, table.group(1), table.group(2));
            }
        }
    }

    private void create(Database database, Statement statement, String table, String definition) throws SQLException {
        try {
            statement.execute("CREATE TABLE " + table + " " + definition);
            created.computeIfAbsent(database, first -> new ArrayList<>()).add(table);
        } catch (SQLException e) {
            String why = "table " + table + " could not be created in " + database + " (" + DatabaseFailure.text(e)
                    + "): use databases without tables of that name, and a user who may create them";
            throw new SQLException(why, e.getSQLState(), e.getErrorCode(), e);
        }
    }

    /**
     * Creates the ledger table unless this object has already created the table. This method rejects an existing table, because another application
     * may use the table.
     */
    public void createLedger(Database database) throws SQLException, InterruptedException {
        if (!created.getOrDefault(database, List.of()).contains(LEDGER)) {
            boolean mySql = database.url().startsWith("jdbc:mysql:");
            create(database, text(JdbcWorkerLedger.class, mySql ? "mysql.sql" : "postgresql.sql"));
        }
    }

    /**
     * Drops the created tables in all databases. If one database fails, this method continues with the other databases.
     *
     * @throws SQLException if a table could not be dropped
     */
    public void drop() throws SQLException {
        SQLException failure = null;
        for (Map.Entry<Database, List<String>> tables : created.entrySet()) {
            try (Connection connection = tables.getKey().connect();
                    Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(SECONDS_TO_DROP);
                statement.execute("DROP TABLE IF EXISTS " + String.join(", ", tables.getValue()));
            } catch (SQLException e) {
                String why = "tables " + tables.getValue() + " in " + tables.getKey() + " could not be dropped (";
                failure = new SQLException(
                        why + DatabaseFailure.text(e) + "): drop them by hand", failure == null ? e : failure);
            }
        }
        created.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
