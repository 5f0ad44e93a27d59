package io.snowflakeid;

import io.snowflakeid.internal.VisibleText;
import java.util.stream.Stream;

/**
 * A text format for ids, in base 10, 62 or 32, with or without leading zeros.
 *
 * <p>Every id has exactly one text in a format. The method {@link #parse} rejects texts that {@link #format} never returns, so texts can be keys.
 *
 * <p>A base62 column of a database needs a binary or case-sensitive collation. The default collations of MySQL ignore case. Only texts of a
 * fixed length sort in the order of their ids.
 */
public enum IdFormat {

    /** Writes an id as 1 to 19 digits, such as {@code 2123748188476166151}. */
    DECIMAL("decimal", "0123456789", false),

    /** Writes an id as 19 digits, with leading zeros. */
    DECIMAL_FIXED("decimal-fixed", DECIMAL.alphabet, true),

    /** Writes an id as 1 to 11 characters from {@code 0-9A-Za-z}, such as {@code 2Wsmvoh3qdj}. */
    BASE62("base62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", false),

    /** Writes an id as 11 characters from {@code 0-9A-Za-z}, with leading zeros. */
    BASE62_FIXED("base62-fixed", BASE62.alphabet, true),

    /** Writes an id as 1 to 13 digits or capital letters except I, L, O and U (Douglas Crockford, "Base 32"), such as {@code 1TY8HQ6Q80M07}. */
    CROCKFORD32("crockford32", "0123456789ABCDEFGHJKMNPQRSTVWXYZ", false),

    /** Writes an id as 13 digits or capital letters except I, L, O and U, with leading zeros. */
    CROCKFORD32_FIXED("crockford32-fixed", CROCKFORD32.alphabet, true);

    private static final int LONGEST_SHOWN = 64;

    private final String name;
    private final String alphabet; // the digits in the order of ASCII
    private final boolean fixed;
    private final int maxLength;

    IdFormat(String name, String alphabet, boolean fixed) {
        this.name = name;
        this.alphabet = alphabet;
        this.fixed = fixed;
        maxLength = digitsOf(Long.MAX_VALUE);
    }

    /**
     * Returns the format with the given name, which is {@code decimal}, {@code base62} or {@code crockford32}, with or without the suffix
     * {@code -fixed}.
     *
     * @throws IllegalArgumentException if no format has the given name
     */
    public static IdFormat of(String name) {
        return Stream.of(values())
                .filter(format -> format.name.equals(name))
                .findAny()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "id format '" + VisibleText.of(name, LONGEST_SHOWN)
                                        + "' is unknown: use decimal, base62 or crockford32, with -fixed behind it for texts of one length"));
    }

    /** Returns the fixed-length format with the same characters as this format. */
    public IdFormat fixedWidth() {
        return fixed ? this : of(name + "-fixed");
    }

    /**
     * Converts an id to text in this format.
     *
     * @throws IllegalArgumentException if the id is negative
     */
    public String format(long id) {
        if (id < 0) {
            throw new IllegalArgumentException(
                    "id " + id + " is negative, but Snowflake ids are 0 to " + Long.MAX_VALUE);
        }
        char[] text = new char[fixed ? maxLength : digitsOf(id)];
        long rest = id;
        for (int i = text.length - 1; i >= 0; i--) {
            text[i] = alphabet.charAt((int) (rest % alphabet.length()));
            rest /= alphabet.length();
        }
        return new String(text);
    }

    private int digitsOf(long id) {
        int digits = 1;
        for (long rest = id / alphabet.length(); rest > 0; rest /= alphabet.length()) {
            digits++;
        }
        return digits;
    }

    /**
     * Returns the id that the text represents.
     *
     * @throws IllegalArgumentException if the text does not represent an id in this format
     */
    public long parse(String text) {
        long id = 0;
        for (int i = 0; i < text.length(); i++) {
            id = id * alphabet.length() + alphabet.indexOf(text.charAt(i));
        }
        // the comparison with the formatted id detects wrong characters and numbers of more than 63 bits
        if (id < 0 || !format(id).equals(text)) {
            throw new IllegalArgumentException("'" + VisibleText.of(text, LONGEST_SHOWN) + "' is no id in format "
                    + name + ": it has " + (fixed ? maxLength : "1 to " + maxLength) + " characters of " + alphabet
                    + (fixed ? ", with zeros in front" : ", without zeros in front") + ", and is at most "
                    + format(Long.MAX_VALUE));
        }
        return id;
    }

    /** Returns the length of the longest text in this format. */
    public int maxLength() {
        return maxLength;
    }

    /** Returns true if the texts of two ids may differ only in case, so that a column needs a case-sensitive collation. */
    public boolean isCaseSensitive() {
        return alphabet.equals(BASE62.alphabet);
    }

    /** Returns the name of this format, such as {@code base62-fixed}. */
    @Override
    public String toString() {
        return name;
    }
}
