package io.snowflakeid.json;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
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

    /** JavaScript's {@code Number.MAX_SAFE_INTEGER}. */
    private static final long LARGEST_SAFE = (1L << 53) - 1;

    private IdText() {}

    /** Whether a number of JavaScript's may not hold it. */
    public static boolean isUnsafe(long id) {
        return id < -LARGEST_SAFE || id > LARGEST_SAFE;
    }

    /**
     * What a text is read as, or {@code null} if it is not exactly the text of one number: zeros in front, a sign {@code +} and blanks
     * are refused.
     *
     * @param type one of {@link Holding#LONGS}
     */
    public static @Nullable Object parse(Class<?> type, String text) {
        try {
            long id = Long.parseLong(text);
            return Long.toString(id).equals(text) ? boxed(type, id) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Object boxed(Class<?> type, long id) {
        if (type == AtomicLong.class) {
            return new AtomicLong(id);
        }
        return type == OptionalLong.class ? OptionalLong.of(id) : (Object) id;
    }
}
