package io.snowflakeid.demo.databases;

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
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The {@code CREATE TABLE} statements of an SQL file on the class path. */
public final class TableScript {

    private static final Pattern STATEMENT =
            Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(\\w+) ([^;]+)", Pattern.CASE_INSENSITIVE);

    private final List<MatchResult> statements;

    private TableScript(List<MatchResult> statements) {
        this.statements = statements;
    }

    /** Reads the file beside a class. */
    public static TableScript of(Class<?> beside, String file) {
        return new TableScript(STATEMENT.matcher(text(beside, file)).results().toList());
    }

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
     * The script of a ledger of worker ids. A ledger makes its tables itself where they are missing, but takes those of others as
     * well, and then it cannot be told whose they are; here an existing one is an error.
     */
    public static TableScript ofLedger(Database database) {
        boolean mySql = database.url().startsWith("jdbc:mysql:");
        return of(JdbcWorkerLedger.class, mySql ? "mysql.sql" : "h2.sql");
    }

    /** The names of the tables, in the order of the file. */
    public List<String> names() {
        return statements.stream().map(statement -> statement.group(1)).toList();
    }

    /** Creates all of them in a database, under their own names. */
    public void create(Database database, CreatedTables created) throws SQLException {
        create(database, created, name -> name, "");
    }

    /**
     * Creates all of them in a database.
     *
     * @param name makes the name of a table from that in the file
     * @param counted what stands for {@code /*counted*}{@code /} in the file, such as {@code AUTO_INCREMENT}
     * @throws SQLException if a table of that name exists
     */
    public void create(Database database, CreatedTables created, UnaryOperator<String> name, String counted)
            throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (MatchResult table : statements) {
                String named = name.apply(table.group(1));
                String definition =
                        table.group(2).replace("/*counted*/", counted).replace("${table}", named);
                created.create(database, statement, named, definition);
            }
        }
    }
}
