package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words and signs of a statement in capitals, with one blank before and after each. Commas, {@code ?} and comments are left out, but
 * not what MySQL runs ({@code /*! IGNORE *}{@code /}); a text and a quoted name are one {@code '} each, and a {@code SELECT} in
 * parentheses is {@code SUBSELECT}.
 */
final class SqlWords {

    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[A-Za-z_]\\w*)?\\$");
    private static final Pattern RUN_BY_MYSQL = Pattern.compile("/\\*M?!\\d*");

    private final String sql;
    private final boolean backslashEscapes;
    private final StringBuilder words = new StringBuilder(" ");
    private int at;
    private int depth;
    private boolean unterminated;

    private SqlWords(String sql, boolean backslashEscapes) {
        this.sql = sql;
        this.backslashEscapes = backslashEscapes;
    }

    /**
     * Two readings, where a backslash may hide a quotation mark, as on MySQL, or may not, as on PostgreSQL; without those that leave a
     * text open.
     */
    static List<String> of(String sql) {
        List<String> readings = new ArrayList<>(1);
        addReading(new SqlWords(sql, false), readings);
        if (sql.indexOf('\\') >= 0) {
            addReading(new SqlWords(sql, true), readings);
        }
        return readings;
    }

    private static void addReading(SqlWords reading, List<String> readings) {
        while (reading.at < reading.sql.length()) {
            reading.next();
        }
        if (!reading.unterminated) {
            readings.add(reading.words.toString());
        }
    }

    private void next() {
        char c = sql.charAt(at);
        if (c == ' ' || c == '?' || c == ',' || Character.isWhitespace(c)) {
            at++;
        } else if (isPartOfWord(c)) {
            word();
        } else if (c == '\'' || c == '"' || c == '`') {
            quoted(c);
        } else if (c == '(' || c == ')' || !(comment(c) || dollarQuoted(c))) {
            sign(c);
        }
    }

    private static boolean isPartOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private void word() {
        int start = at;
        while (at < sql.length() && (isPartOfWord(sql.charAt(at)) || sql.charAt(at) == '$')) {
            at++;
        }
        String word = sql.substring(start, at).toUpperCase(Locale.ROOT);
        add(depth > 0 && word.equals("SELECT") ? "SUBSELECT" : word);
    }

    private void sign(char c) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        at++;
        words.append(c).append(' ');
    }

    private void add(String word) {
        words.append(word).append(' ');
    }

    private void quoted(char quote) {
        at++;
        while (at < sql.length() && sql.charAt(at) != quote) {
            at += backslashEscapes && quote != '`' && sql.charAt(at) == '\\' ? 2 : 1;
        }
        unterminated |= at >= sql.length();
        at++;
        add("'"); // a doubled quotation mark makes two of them, which no clause has
    }

    private boolean dollarQuoted(char c) {
        Matcher opening = c == '$' ? matcherHere(DOLLAR_QUOTE) : null;
        if (opening == null || !opening.lookingAt()) {
            return false;
        }
        int end = sql.indexOf(opening.group(), opening.end());
        unterminated |= end < 0;
        at = end < 0 ? sql.length() : end + opening.group().length();
        add("'");
        return true;
    }

    private boolean comment(char c) {
        if (sql.startsWith("--", at) || (c == '#' && !isOperatorOfPostgreSql())) {
            skipPast("\n");
            return true;
        }
        if (!sql.startsWith("/*", at)) {
            boolean end = sql.startsWith("*/", at);
            at += end ? 2 : 0;
            return end;
        }
        Matcher run = matcherHere(RUN_BY_MYSQL);
        if (run.lookingAt()) {
            at = run.end();
        } else {
            at += 2;
            skipPast("*/");
        }
        return true;
    }

    /** {@code #>}, {@code #>>} and {@code #-} read JSON there. */
    private boolean isOperatorOfPostgreSql() {
        return sql.startsWith("#>", at) || sql.startsWith("#-", at);
    }

    private void skipPast(String end) {
        int found = sql.indexOf(end, at);
        at = found < 0 ? sql.length() : found + end.length();
    }

    private Matcher matcherHere(Pattern pattern) {
        return pattern.matcher(sql).region(at, sql.length());
    }
}
