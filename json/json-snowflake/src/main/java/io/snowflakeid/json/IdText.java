package io.snowflakeid.json;

import org.jspecify.annotations.Nullable;

/** Converts an id from JSON text. The text must be exactly the id's decimal digits. */
public final class IdText {

    private static final String ALLOWED = "allowed is a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE
            + ", or a string of just its digits";

    private IdText() {}

    /** Parses exactly the decimal digits of a long. Returns {@code null} for any other text, such as a text with leading zeros. */
    public static @Nullable Long parse(String text) {
        try {
            long id = Long.parseLong(text);
            return Long.toString(id).equals(text) ? id : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns the error message for a text that cannot be read as an id. */
    public static String refusal(String text, boolean isFloat) {
        String rounded =
                " has a fraction or an exponent, so it has been a floating-point number, as all of JavaScript's are, and"
                        + " may have been rounded to another id: send it as a string; ";
        return isFloat ? text + rounded + ALLOWED : ALLOWED;
    }
}
