package io.snowflakeid.internal;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Escapes untrusted text for messages, logs and terminals. Escapes such as {@code \u001b} replace control characters (C0, DEL, C1), format characters
 * (for example bidirectional overrides), the separators U+2028 and U+2029, and unpaired surrogates.
 */
public final class VisibleText {

    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private VisibleText() {}

    /** Returns the text on one line, with an escape for each control or invisible character. */
    public static String of(String text) {
        return HIDDEN.matcher(text)
                .replaceAll(hidden -> hidden.group()
                        .chars()
                        .mapToObj(unit -> String.format("\\\\u%04x", unit))
                        .collect(Collectors.joining()));
    }

    /** Escapes the text up to the given number of code points, and appends an ellipsis to a longer text. */
    public static String of(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? of(text)
                : of(text.substring(0, text.offsetByCodePoints(0, longest))) + "…";
    }

    /** Returns the message of an exception on one line, or the text {@code null} if the exception has no message. */
    public static String inOneLine(Throwable failure) {
        return of(String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
    }

    /**
     * Returns the given text, or rejects a text that is too long or has invisible characters.
     *
     * @throws IllegalArgumentException if the text is blank, is too long, or contains a character that {@link #of(String)} escapes
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
