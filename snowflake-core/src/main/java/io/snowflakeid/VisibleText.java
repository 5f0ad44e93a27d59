package io.snowflakeid;

/**
 * Text from outside, as a message, a log or a terminal may show it. Characters that a terminal obeys, that end a line, or that hide
 * or reorder others are replaced by their escapes, such as {@code \u001b}: control characters (C0, DEL, C1), format characters
 * (among them the bidirectional overrides and isolates), the separators U+2028 and U+2029, and unpaired surrogates. All other
 * characters stay as they are. In a string of JSON an escape means the character that it replaces.
 */
public final class VisibleText {

    private VisibleText() {}

    /** The text on one line, with escapes instead of the characters named above. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> append(shown, point));
        return shown.toString();
    }

    /**
     * The first characters of a text as {@link #of(String)} shows them, with an ellipsis behind them if there are more.
     *
     * @param longest how many code points of the text are shown at most
     */
    public static String of(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? of(text)
                : of(text.substring(0, text.offsetByCodePoints(0, longest))) + "…";
    }

    /** What a driver or client says, which may be an essay, on one line; {@code null} if it says nothing. */
    public static String inOneLine(Throwable failure) {
        return of(String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
    }

    /**
     * Checks a text that is stored for people to read.
     *
     * @param name what the message calls it
     * @param longest how many characters it may have
     * @return the text
     * @throws IllegalArgumentException if it is blank or too long, or has a character that {@link #of(String)} replaces
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

    private static void append(StringBuilder shown, int point) {
        if (isVisible(point)) {
            shown.appendCodePoint(point);
        } else {
            for (char unit : Character.toChars(point)) {
                shown.append(String.format("\\u%04x", (int) unit));
            }
        }
    }

    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
