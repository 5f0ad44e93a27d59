package io.snowflakeid;

import java.io.Serializable;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an id is written as text: {@link #DECIMAL}, {@link #BASE62} (also with an {@linkplain #base62(String) alphabet of your own}) or
 * {@link #CROCKFORD32}, each as short as the number is, or {@linkplain #fixedWidth() padded} to one length.
 *
 * <p>Every id has exactly one text in a format, and {@link #parse} reads that text and no other: {@code parse} and {@link #format}
 * undo each other, so a text may be a key.
 *
 * <p><b>In a database</b>, base62 tells small letters from capitals, as MySQL's default collations do not: such a column needs a
 * binary or case-sensitive collation, see {@link #isCaseSensitive()}. Texts sort as their ids do only if {@link #isSortable()}.
 *
 * <p>Immutable and thread-safe. Crockford's alphabet leaves out I, L, O and U, which are misread (Douglas Crockford, "Base 32").
 */
public final class IdFormat implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final String DIGITS = "0123456789";
    private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String STANDARD_62 = DIGITS + CAPITALS + "abcdefghijklmnopqrstuvwxyz";

    /** Digits, 1 to 19 of them: {@code 2123748188476166151}. */
    public static final IdFormat DECIMAL = new IdFormat("decimal", DIGITS, false);

    /** Digits, capitals and small letters, in the order of ASCII, 1 to 11 of them: {@code 2Wsmvoh3qdj}. */
    public static final IdFormat BASE62 = new IdFormat("base62", STANDARD_62, false);

    /** Digits and capitals without I, L, O and U, 1 to 13 of them: {@code 1TY8HQ6Q80M07}. */
    public static final IdFormat CROCKFORD32 = new IdFormat("crockford32", "0123456789ABCDEFGHJKMNPQRSTVWXYZ", false);

    private static final Pattern NAME = Pattern.compile("(decimal|base62|crockford32)(-fixed)?(?::(\\S*))?");

    /** How much of a text that is no id a message repeats; texts may come from anybody. */
    private static final int LONGEST_SHOWN = 64;

    private final String kind;
    private final String alphabet;
    private final boolean fixed;
    private final int maxLength;

    private IdFormat(String kind, String alphabet, boolean fixed) {
        this.kind = kind;
        this.alphabet = alphabet;
        this.fixed = fixed;
        maxLength = digitsOf(Long.MAX_VALUE);
    }

    /**
     * Base62 with an alphabet of your own, for instance a shuffled one, so that neighbouring ids do not look alike. That is
     * no secrecy: a few known ids give the alphabet away. Keep it for ever, without it the texts cannot be read.
     *
     * @param alphabet 62 distinct letters and digits of ASCII, the one that stands for 0 first
     * @throws IllegalArgumentException if it is anything else, naming the first character that is wrong
     */
    public static IdFormat base62(String alphabet) {
        boolean[] seen = new boolean[128];
        for (int i = 0; i < alphabet.length(); i++) {
            char c = alphabet.charAt(i);
            if (STANDARD_62.indexOf(c) < 0) {
                throw wrongAlphabet("has " + shown(c) + " at position " + i);
            }
            if (seen[c]) {
                throw wrongAlphabet("has " + shown(c) + " twice, again at position " + i);
            }
            seen[c] = true;
        }
        if (alphabet.length() != STANDARD_62.length()) {
            throw wrongAlphabet("has " + alphabet.length());
        }
        return alphabet.equals(STANDARD_62) ? BASE62 : new IdFormat("base62", alphabet, false);
    }

    private static IllegalArgumentException wrongAlphabet(String what) {
        return new IllegalArgumentException(
                "a base62 alphabet is the 62 letters and digits of ASCII, each once, in any order, but this one "
                        + what);
    }

    /**
     * The format of a name, as annotations and settings give it: {@code decimal}, {@code base62} or {@code crockford32}, with
     * {@code -fixed} behind it for {@link #fixedWidth()}; base62 also with an alphabet, {@code base62:0aB...} or
     * {@code base62-fixed:0aB...}. {@link #name()} writes it.
     *
     * @throws IllegalArgumentException if there is no such format
     */
    public static IdFormat of(String name) {
        Matcher parts = NAME.matcher(name);
        boolean known =
                parts.matches() && (parts.group(3) == null || parts.group(1).equals("base62"));
        if (!known) {
            throw new IllegalArgumentException("id format '" + VisibleText.of(name, LONGEST_SHOWN)
                    + "' is unknown: use decimal, base62 or crockford32,"
                    + " with -fixed behind it for texts of one length, or base62:<alphabet>");
        }
        IdFormat format =
                switch (parts.group(1)) {
                    case "decimal" -> DECIMAL;
                    case "crockford32" -> CROCKFORD32;
                    default -> parts.group(3) == null ? BASE62 : base62(parts.group(3));
                };
        return parts.group(2) == null ? format : format.fixedWidth();
    }

    /** The same with the alphabet's zero in front, up to {@link #maxLength()}: texts of one length. */
    public IdFormat fixedWidth() {
        return fixed ? this : new IdFormat(kind, alphabet, true);
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
     *     front that do not belong there, or a number beyond 63 bits; the message says which
     */
    public long parse(String text) {
        requireLength(text);
        long id = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = valueAt(text, i);
            if (id > (Long.MAX_VALUE - digit) / alphabet.length()) {
                throw refused(text, "is larger than " + format(Long.MAX_VALUE) + ", the largest id");
            }
            id = id * alphabet.length() + digit;
        }
        return id;
    }

    private void requireLength(String text) {
        if (fixed && text.length() != maxLength) {
            throw refused(text, "has " + text.length() + " characters instead of " + maxLength);
        }
        if (text.isEmpty()) {
            throw refused(text, "is empty");
        }
        if (text.length() > maxLength) {
            throw refused(text, "has " + text.length() + " characters, more than " + maxLength);
        }
        boolean padded = text.length() > 1 && text.charAt(0) == alphabet.charAt(0);
        if (padded && !fixed) {
            throw refused(
                    text,
                    "begins with the digit for 0: if it was padded, read it with "
                            + fixedWidth().name());
        }
    }

    private int valueAt(String text, int index) {
        char c = text.charAt(index);
        int digit = alphabet.indexOf(c);
        if (digit < 0) {
            throw refused(text, "has " + shown(c) + " at position " + index + ", which is none of " + alphabet);
        }
        return digit;
    }

    private IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("'" + VisibleText.of(text, LONGEST_SHOWN) + "' is no id in format " + kind
                + (fixed ? "-fixed" : "") + ": it " + why);
    }

    private static String shown(char c) {
        return c > ' ' && c < 127 ? "'" + c + "'" : String.format("U+%04X", (int) c);
    }

    /** How many characters the longest text has: what a column must hold. */
    public int maxLength() {
        return maxLength;
    }

    /** True if a bytewise order of the texts is the order of the ids: fixed width, and an alphabet in the order of ASCII. */
    public boolean isSortable() {
        char[] sorted = alphabet.toCharArray();
        Arrays.sort(sorted);
        return fixed && alphabet.equals(new String(sorted));
    }

    /** True if two ids may differ in nothing but small letters and capitals, so that a column must tell them apart. */
    public boolean isCaseSensitive() {
        return alphabet.length() == STANDARD_62.length();
    }

    /** The name that {@link #of} reads. */
    public String name() {
        boolean ownAlphabet = isCaseSensitive() && !alphabet.equals(STANDARD_62);
        return kind + (fixed ? "-fixed" : "") + (ownAlphabet ? ":" + alphabet : "");
    }

    /** Formats are equal if they write the same texts. */
    @Override
    public boolean equals(Object other) {
        return other instanceof IdFormat format && fixed == format.fixed && alphabet.equals(format.alphabet);
    }

    @Override
    public int hashCode() {
        return alphabet.hashCode() + (fixed ? 1 : 0);
    }

    /** The same as {@link #name()}. */
    @Override
    public String toString() {
        return name();
    }
}
