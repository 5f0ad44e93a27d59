package io.snowflakeid.merge.config;

import java.util.regex.Pattern;

/** Whole numbers as ids are written: {@code 2147483647}, {@code 2_147_483_647}, {@code 0x7FFFFFFF}. */
final class WholeNumber {

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9_]*|0[xX][0-9a-fA-F_]*[0-9a-fA-F])");

    private WholeNumber() {}

    /** A number of so many bits; anything else is an {@link IllegalArgumentException}, to be read behind the text. */
    static long parse(String text, int bits) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("is no whole number: write 150023, 150_023 or 0x24A07");
        }
        String digits = text.replace("_", "");
        try {
            return bits == Integer.SIZE ? Integer.decode(digits) : Long.decode(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("does not fit into " + bits + " bits", e);
        }
    }
}
