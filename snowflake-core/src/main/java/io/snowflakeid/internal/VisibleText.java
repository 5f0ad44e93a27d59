package io.snowflakeid.internal;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes text from outside safe to show in a message, a log or a terminal. Escapes such as {@code \u001b} replace all characters that control a
 * terminal, end a line, or hide or reorder other characters. The replaced characters are control characters (C0, DEL, C1), format characters (for
 * example bidirectional overrides), the separators U+2028 and U+2029, and unpaired surrogates. In a JSON string, an escape means the character that
 * the escape replaces.
 */
public final class VisibleText {

    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private VisibleText() {}

    /** Returns the text on one line, with escapes. */
    public static String of(String text) {
        return HIDDEN.matcher(text)
                .replaceAll(hidden -> hidden.group()
                        .chars()
                        .mapToObj(unit -> String.format("\\\\u%04x", unit))
                        .collect(Collectors.joining()));
    }

    /** Returns at most {@code longest} code points of a text with escapes, and an ellipsis if the text is longer. */
    public static String of(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? of(text)
                : of(text.substring(0, text.offsetByCodePoints(0, longest))) + "…";
    }

    /** Returns the message of a failure, even of many lines, on one line. Without a message, the result is the text {@code null}. */
    public static String inOneLine(Throwable failure) {
        return of(String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
    }

    /**
     * Returns the given text after a check that people can read the text.
     *
     * @throws IllegalArgumentException if the text is blank or too long, or has a character that {@link #of(String)} replaces
     */
    public static String require(String name, String text, int longest) {
        if (text.isBlank() || text.length() > longest) {
            throw new IllegalArgumentException(
                    name + " must have 1 to " + longest + " characters, but has " + text.length());
        }
        if (!of(text).equals(text)) {
            throw new IllegalArgumentException(name + " must have visible characters alone, but is '" + of(text)
                    + "': remove what is shown as \\u and four digits");
        }
        return text;
    }
}
