package io.snowflakeid.merge.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats and parses SQL in the form that MySQL and MariaDB print. */
public final class SqlText {

    /** A pattern for a name in backticks. */
    static final String NAME = "`[^`]*+(?:``[^`]*+)*+`";

    /** A pattern for a text in quotes. MySQL's catalog prints a text inside an expression with a backslash before each quote and each backslash. */
    static final String STRING =
            "'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'?|\"[^\"\\\\]*+(?:(?:\"\"|\\\\.)[^\"\\\\]*+)*+\"?"
                    + "|\\\\'[^\\\\]*+(?:(?:\\\\'\\\\'|\\\\\\\\(?:\\\\.|[^\\\\]))[^\\\\]*+)*+(?:\\\\')?";

    /** A pattern for comments, except comments that the server executes. */
    static final String COMMENT =
            "--(?=[\\x00-\\x20]|\\z)[^\\n]*+\\n?|#[^\\n]*+\\n?|/\\*(?!M?!)(?:[^*]|\\*(?!/))*+(?:\\*/)?";

    static final String QUOTED = NAME + "|" + STRING + "|" + COMMENT;

    private static final Pattern FOLDED = Pattern.compile(
            "(" + QUOTED + ")|(\\s+)|(?<![\\w$])_(?:utf8mb4|utf8mb3|utf8|latin1|ascii|binary)(?=\\\\?['\"])",
            Pattern.DOTALL);

    private SqlText() {}

    /** Returns a name in backticks, with each backtick inside the name doubled. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Returns a definition without the blanks and character sets that a server adds outside of texts, names and comments. */
    public static String folded(String sql) {
        return FOLDED.matcher(sql.strip()).replaceAll(piece -> {
            String kept = piece.group(1);
            return kept != null ? Matcher.quoteReplacement(kept) : piece.group(2) == null ? "" : " ";
        });
    }
}
