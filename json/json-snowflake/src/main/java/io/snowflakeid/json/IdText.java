package io.snowflakeid.json;

import org.jspecify.annotations.Nullable;

/** An id as text in JSON: exactly its decimal digits. */
public final class IdText {

    /** What is read as an id, for messages. */
    public static final String ALLOWED = "allowed is a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE
            + ", or a string of just its digits";

    /** What is said of a number with a fraction or an exponent; a format that wants the number's text. */
    public static final String ROUNDED =
            "%s has a fraction or an exponent, so it has been a floating-point number, as all of JavaScript's are, and may have"
                    + " been rounded to another id: send it as a string; " + ALLOWED;

    private IdText() {}

    /** What a text is read as, or {@code null} if it is not exactly the text of one number, as with zeros or a sign in front. */
    public static @Nullable Long parse(String text) {
        try {
            long id = Long.parseLong(text);
            return Long.toString(id).equals(text) ? id : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
