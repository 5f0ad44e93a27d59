package io.snowflakeid.merge.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SQL as MySQL and MariaDB print it. */
public final class SqlText {

    /** A name in backticks. */
    static final String NAME = "`[^`]*+(?:``[^`]*+)*+`";

    /** A text in quotes; MySQL's catalog prints those of expressions with a backslash before each quote and backslash. */
    static final String STRING =
            "'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'?|\"[^\"\\\\]*+(?:(?:\"\"|\\\\.)[^\"\\\\]*+)*+\"?"
                    + "|\\\\'[^\\\\]*+(?:(?:\\\\'\\\\'|\\\\\\\\(?:\\\\.|[^\\\\]))[^\\\\]*+)*+(?:\\\\')?";

    /** Comments, without those that the server executes. */
    static final String COMMENT =
            "--(?=[\\x00-\\x20]|\\z)[^\\n]*+\\n?|#[^\\n]*+\\n?|/\\*(?!M?!)(?:[^*]|\\*(?!/))*+(?:\\*/)?";

    static final String QUOTED = NAME + "|" + STRING + "|" + COMMENT;

    private static final Pattern FOLDED = Pattern.compile(
            "(" + QUOTED + ")|(\\s+)|(?<![\\w$])_(?:utf8mb4|utf8mb3|utf8|latin1|ascii|binary)(?=\\\\?['\"])",
            Pattern.DOTALL);

    private SqlText() {}

    /** A name in backticks that it cannot break out of. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** A definition without the blanks and character sets that a server adds; texts, names and comments are not changed. */
    public static String folded(String sql) {
        return FOLDED.matcher(sql.strip()).replaceAll(piece -> {
            String kept = piece.group(1);
            return kept != null ? Matcher.quoteReplacement(kept) : piece.group(2) == null ? "" : " ";
        });
    }
}
