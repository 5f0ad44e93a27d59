package io.snowflakeid.demo;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The tables of a ledger of worker ids, by the script that the library ships. A ledger makes them itself where they are missing,
 * but takes those of others as well, and then nobody could tell whose they are; here an existing one is an error.
 */
public final class LedgerTables {

    private static final Pattern STATEMENT = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) ([^;]+)");

    private LedgerTables() {}

    /** What they are called. */
    public static List<String> names() {
        return List.of("snowflake_namespace", "snowflake_worker");
    }

    /**
     * Creates them, unless this run has done so already: several ledgers may share them.
     *
     * @throws SQLException if one of them exists and is not of this run
     */
    public static void create(Database database, CreatedTables created) throws SQLException {
        String script = script(database.url().startsWith("jdbc:mysql:") ? "mysql.sql" : "h2.sql");
        List<MatchResult> statements = STATEMENT.matcher(script).results().toList();
        requireAll(statements);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (MatchResult table : statements) {
                if (!created.contains(database, table.group(1))) {
                    created.create(database, statement, table.group(1), table.group(2));
                }
            }
        }
    }

    /** A table that is missed here would be made by the ledger itself, and never be dropped. */
    private static void requireAll(List<MatchResult> statements) {
        List<String> found =
                statements.stream().map(statement -> statement.group(1)).toList();
        if (!found.equals(names())) {
            throw new IllegalStateException("the ledger's script creates " + found + ", expected are " + names());
        }
    }

    private static String script(String name) {
        try (InputStream script = JdbcWorkerLedger.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("the ledger's script " + name + " is missing from the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the ledger's script " + name + " could not be read", e);
        }
    }
}
