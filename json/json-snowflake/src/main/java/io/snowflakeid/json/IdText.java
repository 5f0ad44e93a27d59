package io.snowflakeid.json;

import org.jspecify.annotations.Nullable;

/** Parses ids from JSON text. */
public final class IdText {

    private static final String ALLOWED = "allowed is a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE
            + ", or a string of just its digits";

    private IdText() {}

    /** Parses a {@code long} in decimal form. Returns {@code null} if the text is not a {@code long}, or has leading zeros or a plus sign. */
    public static @Nullable Long parse(String text) {
        try {
            long id = Long.parseLong(text);
            return Long.toString(id).equals(text) ? id : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns the error message for a text that is not a valid id. */
    public static String refusal(String text, boolean isFloat) {
        String rounded =
                " has a fraction or an exponent, so it has been a floating-point number, as all of JavaScript's are, and"
                        + " may have been rounded to another id: send it as a string; ";
        return isFloat ? text + rounded + ALLOWED : ALLOWED;
    }
}
