package io.snowflakeid;

import java.util.stream.Stream;

/**
 * How an id is written as text: in base 10, 62 or 32, as short as the number is, or padded to one length.
 *
 * <p>Every id has exactly one text in a format, and {@link #parse} reads that text and no other: {@code parse} and {@link #format}
 * undo each other, so a text may be a key.
 *
 * <p><b>In a database</b>, base62 tells small letters from capitals, as MySQL's default collations do not: such a column needs a
 * binary or case-sensitive collation, see {@link #isCaseSensitive()}. Texts sort as their ids do only if {@link #isSortable()}.
 */
public enum IdFormat {

    /** Digits, 1 to 19 of them: {@code 2123748188476166151}. */
    DECIMAL("decimal", Alphabets.DIGITS, false),

    /** Digits, 19 of them, with zeros in front. */
    DECIMAL_FIXED("decimal-fixed", Alphabets.DIGITS, true),

    /** Digits, capitals and small letters, in the order of ASCII, 1 to 11 of them: {@code 2Wsmvoh3qdj}. */
    BASE62("base62", Alphabets.BASE62, false),

    /** Digits, capitals and small letters, 11 of them, with zeros in front. */
    BASE62_FIXED("base62-fixed", Alphabets.BASE62, true),

    /**
     * Digits and capitals without I, L, O and U, which are misread (Douglas Crockford, "Base 32"), 1 to 13 of them: {@code
     * 1TY8HQ6Q80M07}.
     */
    CROCKFORD32("crockford32", Alphabets.CROCKFORD32, false),

    /** Digits and capitals without I, L, O and U, 13 of them, with zeros in front. */
    CROCKFORD32_FIXED("crockford32-fixed", Alphabets.CROCKFORD32, true);

    /** Each in the order of ASCII. */
    private static final class Alphabets {
        static final String DIGITS = "0123456789";
        static final String BASE62 = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        static final String CROCKFORD32 = DIGITS + "ABCDEFGHJKMNPQRSTVWXYZ";
    }

    /** How much of a text that is no id a message repeats; texts may come from anybody. */
    private static final int LONGEST_SHOWN = 64;

    private final String name;
    private final String alphabet;
    private final boolean fixed;
    private final int maxLength;

    IdFormat(String name, String alphabet, boolean fixed) {
        this.name = name;
        this.alphabet = alphabet;
        this.fixed = fixed;
        maxLength = digitsOf(Long.MAX_VALUE);
    }

    /**
     * The format of a name, as annotations and settings give it: {@code decimal}, {@code base62} or {@code crockford32}, with
     * {@code -fixed} behind it for {@link #fixedWidth()}. {@link #toString()} writes it.
     *
     * @throws IllegalArgumentException if there is no such format
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

    /** The same with zeros in front, up to {@link #maxLength()}: texts of one length. */
    public IdFormat fixedWidth() {
        return fixed ? this : of(name + "-fixed");
    }

    /**
     * The text of an id.
     *
     * @throws IllegalArgumentException if the id is negative, as no Snowflake id is
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
     * The id of a text.
     *
     * @throws IllegalArgumentException if {@link #format} never writes such a text: another character, another length, zeros in
     *     front that do not belong there, or a number beyond 63 bits; the message has the form of those that it writes
     */
    public long parse(String text) {
        long id = 0;
        for (int i = 0; i < text.length(); i++) {
            id = id * alphabet.length() + alphabet.indexOf(text.charAt(i));
        }
        if (id < 0 || !format(id).equals(text)) { // also where a character is none of these, or the number too large
            throw new IllegalArgumentException("'" + VisibleText.of(text, LONGEST_SHOWN) + "' is no id in format "
                    + name + ": it has " + (fixed ? maxLength : "1 to " + maxLength) + " characters of " + alphabet
                    + (fixed ? ", with zeros in front" : ", without zeros in front") + ", and is at most "
                    + format(Long.MAX_VALUE));
        }
        return id;
    }

    /** How many characters the longest text has: what a column must hold. */
    public int maxLength() {
        return maxLength;
    }

    /** True if a bytewise order of the texts is the order of the ids, as of those of fixed width. */
    public boolean isSortable() {
        return fixed;
    }

    /** True if two ids may differ in nothing but small letters and capitals, so that a column must tell them apart. */
    public boolean isCaseSensitive() {
        return alphabet.equals(Alphabets.BASE62);
    }

    /** The name that {@link #of} reads. */
    @Override
    public String toString() {
        return name;
    }
}
