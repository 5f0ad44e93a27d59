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

    /** Without those that the server reads. */
    static final String COMMENT =
            "--(?=[\\x00-\\x20]|\\z)[^\\n]*+\\n?|#[^\\n]*+\\n?|/\\*(?!M?!)(?:[^*]|\\*(?!/))*+(?:\\*/)?";

    /** What is inside of these is no SQL. */
    static final String QUOTED = NAME + "|" + STRING + "|" + COMMENT;

    private static final Pattern FOLDED = Pattern.compile(
            "(" + QUOTED + ")|(\\s+)|(?<![\\w$])_(?:utf8mb4|utf8mb3|utf8|latin1|ascii|binary)(?=\\\\?['\"])",
            Pattern.DOTALL);

    private SqlText() {}

    /** A name in backticks that it cannot break out of. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /**
     * A definition as it is compared: a server shows it again with other blanks, and with the character set that a text was given
     * in. Texts, names and comments stay exactly what they are.
     */
    public static String folded(String sql) {
        return FOLDED.matcher(sql.strip()).replaceAll(piece -> {
            String kept = piece.group(1);
            return kept != null ? Matcher.quoteReplacement(kept) : piece.group(2) == null ? "" : " ";
        });
    }
}
