package io.snowflakeid.merge.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A piece of SQL as MySQL and MariaDB print it, so that what is inside names, texts and comments is not taken for SQL. The pieces of
 * a text, put together, are the text.
 *
 * @param kind what it is
 * @param text as it is written
 */
public record SqlToken(Kind kind, String text) {

    enum Kind {
        /** Blanks and comments. */
        SPACE("\\s+|--(?=[\\x00-\\x20]|\\z)[^\\n]*+\\n?|#[^\\n]*+\\n?|/\\*(?!M?!)(?:[^*]|\\*(?!/))*+(?:\\*/)?"),
        /** A name in backticks. */
        NAME("`[^`]*+(?:``[^`]*+)*+`?"),
        /** A text in quotes; MySQL's catalog prints those of expressions with a backslash before each quote and backslash. */
        STRING("'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'?|\"[^\"\\\\]*+(?:(?:\"\"|\\\\.)[^\"\\\\]*+)*+\"?"
                + "|\\\\'[^\\\\]*+(?:(?:\\\\'\\\\'|\\\\\\\\(?:\\\\.|[^\\\\]))[^\\\\]*+)*+(?:\\\\')?"),
        /** A keyword, a number, a name without quotes. */
        WORD("[\\w$@\\x{80}-\\x{10ffff}]++"),
        /** One character; also the beginning and the end of a comment that the server reads. */
        SIGN("/\\*M?!\\d*|\\*/|.");

        private final String pattern;

        Kind(String pattern) {
            this.pattern = pattern;
        }
    }

    /** Of sessions; others change what a text means. */
    private static final Set<String> CHARSETS = Set.of("_utf8mb4", "_utf8mb3", "_utf8", "_latin1", "_ascii", "_binary");

    private static final Pattern TOKEN = Pattern.compile(
            Stream.of(Kind.values())
                    .map(kind -> "(?<" + kind + ">" + kind.pattern + ")")
                    .collect(Collectors.joining("|")),
            Pattern.DOTALL);

    static List<SqlToken> of(String sql) {
        List<SqlToken> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            for (Kind kind : Kind.values()) {
                if (matcher.group(kind.name()) != null) {
                    tokens.add(new SqlToken(kind, matcher.group()));
                }
            }
        }
        return tokens;
    }

    static String join(List<SqlToken> tokens) {
        return tokens.stream().map(SqlToken::text).collect(Collectors.joining());
    }

    static List<SqlToken> withoutSpace(List<SqlToken> tokens) {
        return tokens.stream().filter(token -> token.kind() != Kind.SPACE).toList();
    }

    /**
     * A definition as it is compared: a server shows it again with other blanks, and with the character set that a text was given
     * in. Texts and comments stay exactly what they are.
     */
    public static String folded(String sql) {
        List<SqlToken> tokens = of(sql.strip());
        StringBuilder folded = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            boolean blank = token.kind == Kind.SPACE && token.text.isBlank();
            boolean charset = token.kind == Kind.WORD
                    && CHARSETS.contains(token.text)
                    && i + 1 < tokens.size()
                    && tokens.get(i + 1).kind == Kind.STRING;
            folded.append(blank ? " " : charset ? "" : token.text);
        }
        return folded.toString();
    }

    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    boolean is(String word) {
        return (kind == Kind.WORD || kind == Kind.SIGN) && text.equalsIgnoreCase(word);
    }

    /** Whether it is this name, with or without quotes. */
    boolean names(String name) {
        return kind == Kind.NAME ? name().equals(name) : kind == Kind.WORD && text.equals(name);
    }

    /** Without quotes. */
    String name() {
        return kind == Kind.NAME ? text.substring(1, text.length() - 1).replace("``", "`") : text;
    }
}
