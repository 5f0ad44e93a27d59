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

/** The tables that a run has created itself, and nothing else: what it drops at its end. */
public final class Tables {

    private static final Pattern CREATE_TABLE = Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(\\w+) ([^;]+)");
    private static final String LEDGER = "snowflake_worker";

    /** Tables that are still in use are waited for no longer: MySQL by itself would wait for a year. */
    private static final int SECONDS_TO_DROP = 30;

    private final Map<Database, List<String>> created = new LinkedHashMap<>();

    /** The text of a file beside a class. */
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
     * Creates the tables of an SQL text.
     *
     * @throws SQLException naming table and database; a table of that name that is there already stays as it is
     * @throws InterruptedException if this thread is interrupted: databases do not notice that they are to stop
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
     * Creates those of a ledger of worker ids, unless this run has. A ledger makes its tables itself where they are missing, but takes
     * those of others as well, and then it cannot be told whose they are; here an existing one is an error.
     */
    public void createLedger(Database database) throws SQLException, InterruptedException {
        if (!created.getOrDefault(database, List.of()).contains(LEDGER)) {
            boolean mySql = database.url().startsWith("jdbc:mysql:");
            create(database, text(JdbcWorkerLedger.class, mySql ? "mysql.sql" : "h2.sql"));
        }
    }

    /**
     * Drops them; a table that is gone already is fine. A database that fails keeps no other from it.
     *
     * @throws SQLException naming tables that are still there
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
