package io.snowflakeid.merge.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of a table as an operator names them: {@code table.column} or {@code table(column, column)}.
 *
 * <p>A name that holds a dot, a comma, a parenthesis, a backtick or an arrow, or begins or ends with a blank, stands in backticks,
 * and a backtick in it is written twice.
 */
public record ColumnNames(String table, List<String> columns) {

    /** From the columns that refer to those that they refer to. */
    record Arrow(ColumnNames from, ColumnNames to) {}

    static final String FORMS = "table.column or table(column, column)";

    private static final String ARROW = "->";

    /** Keeps what it gets. */
    public ColumnNames {
        columns = List.copyOf(columns);
    }

    /** Reads {@link #FORMS}; what is wrong is told as {@link IllegalArgumentException}, to be read behind the value. */
    static ColumnNames parse(String text) {
        Scanner scanner = new Scanner(text);
        ColumnNames names = scanner.names();
        scanner.expectEnd();
        return names;
    }

    /** Reads two of them with {@code ->} between. */
    static Arrow parseArrow(String text) {
        Scanner scanner = new Scanner(text);
        ColumnNames from = scanner.names();
        if (!scanner.skip(ARROW)) {
            throw new IllegalArgumentException("lacks '->': write mail.sender_id -> players.id");
        }
        ColumnNames to = scanner.names();
        scanner.expectEnd();
        return new Arrow(from, to);
    }

    /** As it may be written; the shortest form. */
    @Override
    public String toString() {
        List<String> quoted = columns.stream().map(ColumnNames::quoted).toList();
        return quoted(table) + (columns.size() == 1 ? "." + quoted.get(0) : "(" + String.join(", ", quoted) + ")");
    }

    private static String quoted(String name) {
        boolean special = name.chars().anyMatch(letter -> ".,()`".indexOf(letter) >= 0)
                || name.contains(ARROW)
                || !name.equals(name.strip());
        return special ? "`" + name.replace("`", "``") + "`" : name;
    }

    /** Reads from left to right. */
    private static final class Scanner {

        private final String text;
        private int at;

        Scanner(String text) {
            this.text = text;
        }

        ColumnNames names() {
            String table = name("a table");
            List<String> columns = new ArrayList<>();
            if (skip(".")) {
                columns.add(name("a column"));
                if (skip(".")) {
                    throw new IllegalArgumentException(
                            "has too many dots: put a name that holds a dot into backticks, and name no database");
                }
            } else if (skip("(")) {
                do {
                    columns.add(name("a column"));
                } while (skip(","));
                if (!skip(")")) {
                    throw new IllegalArgumentException("lacks ')' behind the columns");
                }
            } else {
                throw new IllegalArgumentException("names no column behind " + table + ": write " + FORMS);
            }
            return new ColumnNames(table, columns);
        }

        private String name(String what) {
            skipBlanks();
            return skip("`") ? quotedName() : bareName(what);
        }

        private String quotedName() {
            StringBuilder name = new StringBuilder();
            while (at < text.length()) {
                if (text.startsWith("``", at)) {
                    name.append('`');
                    at += 2;
                } else if (text.charAt(at) == '`') {
                    at++;
                    if (name.isEmpty()) {
                        throw new IllegalArgumentException("has an empty name between backticks");
                    }
                    return name.toString();
                } else {
                    name.append(text.charAt(at++));
                }
            }
            throw new IllegalArgumentException("opens a backtick that it does not close");
        }

        private String bareName(String what) {
            int start = at;
            while (at < text.length() && ".,()`".indexOf(text.charAt(at)) < 0 && !text.startsWith(ARROW, at)) {
                at++;
            }
            String name = text.substring(start, at).strip();
            if (name.isEmpty()) {
                throw new IllegalArgumentException(
                        "lacks the name of " + what + " at character " + (start + 1) + ": write " + FORMS);
            }
            return name;
        }

        boolean skip(String sign) {
            skipBlanks();
            boolean there = text.startsWith(sign, at);
            at += there ? sign.length() : 0;
            return there;
        }

        void expectEnd() {
            skipBlanks();
            if (at < text.length()) {
                throw new IllegalArgumentException("has more behind its end, from character " + (at + 1) + " on");
            }
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }
    }
}
