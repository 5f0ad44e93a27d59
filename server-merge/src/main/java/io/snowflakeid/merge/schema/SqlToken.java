package io.snowflakeid.merge.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A piece of SQL, as a database prints it: the pieces of a text, put together, are the text.
 *
 * @param kind what it is
 * @param text as it is written
 */
record SqlToken(Kind kind, String text) {

    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:\\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4})|\\\\)");

    enum Kind {
        /** A keyword, a number, a name without quotes. */
        WORD,
        /** A name in quotes. */
        NAME,
        /** A text in quotes. */
        STRING,
        /** Blanks and comments. */
        SPACE,
        /** One character; also the beginning and the end of a comment that the server reads. */
        SIGN
    }

    boolean is(String word) {
        return (kind == Kind.WORD || kind == Kind.SIGN) && text.equalsIgnoreCase(word);
    }

    /** The name that this is, without quotes; a keyword may be one too. */
    String name() {
        if (kind != Kind.NAME) {
            return text;
        }
        if (text.startsWith("U&")) {
            return unescaped(text.substring(3, text.length() - 1).replace("\"\"", "\""));
        }
        String quote = text.substring(0, 1);
        return text.substring(1, text.length() - 1).replace(quote + quote, quote);
    }

    /** H2 writes a name with control characters, or beyond ASCII, as {@code U&"…"}. */
    private static String unescaped(String escaped) {
        return ESCAPE.matcher(escaped).replaceAll(match -> {
            String code = match.group(1) == null ? match.group(2) : match.group(1);
            return Matcher.quoteReplacement(code == null ? "\\" : Character.toString(Integer.parseInt(code, 16)));
        });
    }

    boolean mayBeName() {
        return kind == Kind.NAME || kind == Kind.WORD;
    }
}
