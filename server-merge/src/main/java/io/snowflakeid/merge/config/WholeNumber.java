package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.TableConfig.IdRange;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Whole numbers as ids are written: {@code 2147483647}, {@code 2_147_483_647}, {@code 0x7FFFFFFF}; and ranges of them. */
final class WholeNumber {

    private static final Pattern DECIMAL = Pattern.compile("-?(?:0|[1-9][0-9_]*)");
    private static final Pattern HEXADECIMAL = Pattern.compile("-?0[xX][0-9a-fA-F_]*[0-9a-fA-F]");
    private static final Pattern RANGE_SIGN = Pattern.compile("\\.\\.");

    private WholeNumber() {}

    /** A number of 64 bits; anything else is an {@link IllegalArgumentException}, to be read behind the text. */
    static long parse(String text) {
        return parse(text, 64);
    }

    /** A number of 32 bits. */
    static int parseSmall(String text) {
        return (int) parse(text, 32);
    }

    private static long parse(String text, int bits) {
        BigInteger number = number(text);
        if (number.bitLength() >= bits) {
            throw new IllegalArgumentException("does not fit into " + bits + " bits");
        }
        return number.longValue();
    }

    private static BigInteger number(String text) {
        if (DECIMAL.matcher(text).matches()) {
            return new BigInteger(text.replace("_", ""));
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return new BigInteger(text.replace("_", "").replaceFirst("0[xX]", ""), 16);
        }
        throw new IllegalArgumentException("is no whole number: write 150023, 150_023 or 0x24A07");
    }

    /** A range such as {@code 1..2147483647}, both ends included. */
    static IdRange parseRange(String text) {
        String[] ends = RANGE_SIGN.split(text, -1);
        if (ends.length != 2) {
            throw new IllegalArgumentException("is no range: write first..last, such as 1..2147483647");
        }
        try {
            return new IdRange(parse(ends[0].strip()), parse(ends[1].strip()));
        } catch (WrongSettings e) {
            throw new IllegalArgumentException("begins above its end: write first..last", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is no range of whole numbers of 64 bits, such as 1..2147483647", e);
        }
    }
}
