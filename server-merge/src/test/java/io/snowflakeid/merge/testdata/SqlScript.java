package io.snowflakeid.merge.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A file of SQL statements as the mysql client reads it: {@code DELIMITER} lines, comments, and texts that hold the delimiter. */
public final class SqlScript {

    private SqlScript() {}

    /** Runs every statement of a file. */
    public static void run(Connection connection, Path file) throws SQLException {
        try {
            run(connection, statements(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs statements in their order. */
    public static void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The statements of a script, in their order, without delimiters and without comments between them. */
    public static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        String delimiter = ";";
        int at = 0;
        while (at < script.length()) {
            if (startsDelimiterLine(script, at) && current.toString().isBlank()) {
                int end = endOfLine(script, at);
                delimiter = script.substring(at, end).trim().split("\\s+", -1)[1];
                current.setLength(0);
                at = end;
            } else if (script.startsWith(delimiter, at)) {
                add(statements, current);
                at += delimiter.length();
            } else {
                int end = endOfToken(script, at);
                if (!isComment(script, at)) {
                    current.append(script, at, end);
                }
                at = end;
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

    private static boolean startsDelimiterLine(String script, int at) {
        boolean first = at == 0 || script.charAt(at - 1) == '\n';
        return first
                && script.length() > at + 10
                && script.substring(at, at + 10).toUpperCase(Locale.ROOT).equals("DELIMITER ");
    }

    private static boolean isComment(String script, int at) {
        return script.startsWith("-- ", at) || script.startsWith("--\n", at) || script.startsWith("/*", at);
    }

    /** The end of the comment, the quoted text or the single character that begins here. */
    private static int endOfToken(String script, int at) {
        char first = script.charAt(at);
        if (script.startsWith("/*", at)) {
            int end = script.indexOf("*/", at);
            return end < 0 ? script.length() : end + 2;
        }
        if (isComment(script, at)) {
            return endOfLine(script, at);
        }
        return first == '\'' || first == '"' || first == '`' ? endOfQuoted(script, at) : at + 1;
    }

    private static int endOfQuoted(String script, int at) {
        char quote = script.charAt(at);
        int end = at + 1;
        while (end < script.length() && script.charAt(end) != quote) {
            end += script.charAt(end) == '\\' && quote != '`' ? 2 : 1;
        }
        return Math.min(end + 1, script.length());
    }

    private static int endOfLine(String script, int at) {
        int end = script.indexOf('\n', at);
        return end < 0 ? script.length() : end;
    }
}
