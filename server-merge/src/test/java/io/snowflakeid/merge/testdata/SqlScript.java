package io.snowflakeid.merge.testdata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of SQL statements as the mysql client reads it: {@code DELIMITER} lines, comments, and texts that hold the delimiter. */
public final class SqlScript {

    private static final Pattern DELIMITER_LINE = Pattern.compile("(?i)DELIMITER +(\\S+).*");

    /** A comment, a quoted text, or a single character. */
    private static final Pattern TOKEN = Pattern.compile(
            "(?<comment>/\\*.*?(?:\\*/|\\z)|--(?=[ \n])[^\n]*)"
                    + "|'(?:[^'\\\\]++|\\\\.)*+'?|\"(?:[^\"\\\\]++|\\\\.)*+\"?|`[^`]*+`?|.",
            Pattern.DOTALL);

    private SqlScript() {}

    /** A script among the tests' resources. */
    public static String resource(String name) {
        try (InputStream script = SqlScript.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file's text. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the statements of a script. */
    public static void run(Connection connection, String script) throws SQLException {
        run(connection, statements(script));
    }

    /** Runs statements in their order. */
    public static void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The rows of a query as texts, with a separator between the values, and null for NULL. */
    public static List<String> rows(Connection connection, String query, String separator) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(rows.getString(i)));
                }
                all.add(String.join(separator, values));
            }
            return all;
        }
    }

    /** The statements of a script, in their order, without delimiters and without comments between them. */
    public static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        String delimiter = ";";
        Matcher line = DELIMITER_LINE.matcher(script);
        Matcher token = TOKEN.matcher(script);
        int at = 0;
        while (at < script.length()) {
            boolean newLine = at == 0 || script.charAt(at - 1) == '\n';
            if (newLine
                    && line.region(at, script.length()).lookingAt()
                    && current.toString().isBlank()) {
                delimiter = line.group(1);
                at = line.end();
            } else if (script.startsWith(delimiter, at)) {
                add(statements, current);
                at += delimiter.length();
            } else {
                token.region(at, script.length()).lookingAt();
                current.append(token.group("comment") == null ? token.group() : "");
                at = token.end();
            }
        }
        add(statements, current);
        return statements;
    }

    private static void add(List<String> statements, StringBuilder current) {
        String statement = current.toString().trim();
        if (!statement.isEmpty()) {
            statements.add(statement);
        }
        current.setLength(0);
    }
}
