package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Cuts SQL into pieces, so that what is inside names, texts and comments is not taken for SQL. */
final class SqlTokens {

    private final String sql;
    private final Dialect dialect;
    private final List<SqlToken> tokens = new ArrayList<>();
    private int at;

    /** How names and texts are written. */
    enum Dialect {
        /** MySQL and MariaDB, without ANSI_QUOTES and NO_BACKSLASH_ESCAPES. */
        MYSQL('`') {
            @Override
            boolean isText(char quote) {
                return quote == '\'' || quote == '"';
            }
        },
        H2('"') {
            @Override
            boolean isText(char quote) {
                return quote == '\'';
            }
        };

        private final char nameQuote;

        Dialect(char nameQuote) {
            this.nameQuote = nameQuote;
        }

        abstract boolean isText(char quote);

        String quoted(String name) {
            String quote = String.valueOf(nameQuote);
            return quote + name.replace(quote, quote + quote) + quote;
        }
    }

    static List<SqlToken> of(String sql, Dialect dialect) {
        SqlTokens cutter = new SqlTokens(sql, dialect);
        while (cutter.at < sql.length()) {
            cutter.cutOne();
        }
        return cutter.tokens;
    }

    static String join(List<SqlToken> tokens) {
        return tokens.stream().map(SqlToken::text).collect(Collectors.joining());
    }

    private SqlTokens(String sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
    }

    private void cutOne() {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
            cut(Kind.SPACE, endWhile(Character::isWhitespace));
        } else if (c == dialect.nameQuote) {
            cut(Kind.NAME, endOfQuoted(at, c, false));
        } else if (dialect == Dialect.H2 && sql.startsWith("U&\"", at)) {
            cut(Kind.NAME, endOfQuoted(at + 2, '"', false));
        } else if (dialect.isText(c)) {
            cut(Kind.STRING, endOfQuoted(at, c, dialect == Dialect.MYSQL));
        } else if (sql.startsWith("/*!", at) || sql.startsWith("/*M!", at)) {
            cut(Kind.SIGN, endOfVersion(sql.indexOf('!', at) + 1));
        } else if (sql.startsWith("*/", at)) {
            cut(Kind.SIGN, at + 2);
        } else if (sql.startsWith("/*", at)) {
            cut(Kind.SPACE, after("*/", at + 2));
        } else if (lineComment(c)) {
            cut(Kind.SPACE, after("\n", at + 1));
        } else if (isWord(c)) {
            cut(Kind.WORD, endWhile(SqlTokens::isWord));
        } else {
            cut(Kind.SIGN, at + 1);
        }
    }

    private void cut(Kind kind, int end) {
        tokens.add(new SqlToken(kind, sql.substring(at, end)));
        at = end;
    }

    private interface Like {
        boolean test(char c);
    }

    private int endWhile(Like like) {
        int end = at;
        while (end < sql.length() && like.test(sql.charAt(end))) {
            end++;
        }
        return end;
    }

    /** A doubled quote stands for itself, and in a text of MySQL whatever follows a backslash. */
    private int endOfQuoted(int begin, char quote, boolean backslashes) {
        int end = begin + 1;
        while (end < sql.length()) {
            char c = sql.charAt(end);
            if (c == '\\' && backslashes) {
                end += 2;
            } else if (c != quote) {
                end++;
            } else if (end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
                end += 2;
            } else {
                return end + 1;
            }
        }
        return sql.length();
    }

    private int endOfVersion(int begin) {
        int end = begin;
        while (end < sql.length() && Character.isDigit(sql.charAt(end))) {
            end++;
        }
        return end;
    }

    private boolean lineComment(char c) {
        if (c == '#') {
            return dialect == Dialect.MYSQL;
        }
        // to MySQL, 5--3 is 8
        return sql.startsWith("--", at)
                && (dialect == Dialect.H2 || at + 2 == sql.length() || sql.charAt(at + 2) <= ' ');
    }

    private int after(String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@' || c > 127;
    }
}
