package io.snowflakeid.merge.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats and parses SQL in the form that MySQL and MariaDB print. */
public final class SqlText {

    static final String NAME = "`[^`]*+(?:``[^`]*+)*+`";

    /** Inside an expression, MySQL's catalog prints a backslash before each quote and each backslash of a string literal. */
    static final String STRING =
            "'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'?|\"[^\"\\\\]*+(?:(?:\"\"|\\\\.)[^\"\\\\]*+)*+\"?"
                    + "|\\\\'[^\\\\]*+(?:(?:\\\\'\\\\'|\\\\\\\\(?:\\\\.|[^\\\\]))[^\\\\]*+)*+(?:\\\\')?";

    /** This pattern does not match comments that the server executes. */
    static final String COMMENT =
            "--(?=[\\x00-\\x20]|\\z)[^\\n]*+\\n?|#[^\\n]*+\\n?|/\\*(?!M?!)(?:[^*]|\\*(?!/))*+(?:\\*/)?";

    static final String QUOTED = NAME + "|" + STRING + "|" + COMMENT;

    private static final Pattern FOLDED = Pattern.compile(
            "(" + QUOTED + ")|(\\s+)|(?<![\\w$])_(?:utf8mb4|utf8mb3|utf8|latin1|ascii|binary)(?=\\\\?['\"])",
            Pattern.DOTALL);

    private SqlText() {}

    /** Returns a name in backticks, and doubles each backtick inside the name. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Collapses white space outside of string literals, names and comments, and removes character set prefixes such as {@code _utf8mb4}. */
    public static String folded(String sql) {
        return FOLDED.matcher(sql.strip()).replaceAll(piece -> {
            String kept = piece.group(1);
            return kept != null ? Matcher.quoteReplacement(kept) : piece.group(2) == null ? "" : " ";
        });
    }
}
