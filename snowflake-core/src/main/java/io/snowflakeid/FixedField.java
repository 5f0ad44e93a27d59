package io.snowflakeid;

import java.util.regex.Pattern;

/**
 * A named part of a layout's datacenter field, for instance the business line in "4 bits business, 6 bits machine".
 *
 * @param name 1 to 32 letters of ASCII, digits, {@code -} and {@code _}; not the name of another field of an id
 * @param bits how wide it is, 1 to 31
 */
public record FixedField(String name, int bits) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final Pattern TAKEN = Pattern.compile("(?i)timestamp|datacenter|worker|sequence|gene");

    /**
     * Checks name and width.
     *
     * @throws IllegalArgumentException naming the value seen and the values allowed
     */
    public FixedField {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "fixed field '" + name + "' has no valid name: use 1 to 32 letters of ASCII, digits, '-' and '_'");
        }
        if (TAKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "fixed field '" + name + "' has the name of a field that every layout has: use another name");
        }
        if (bits < 1 || bits > 31) {
            throw new IllegalArgumentException(
                    "fixed field " + name + " must have between 1 and 31 bits, but has " + bits);
        }
    }

    /** The largest number that fits, 2<sup>bits</sup> - 1. */
    public long max() {
        return SnowflakeLayout.mask(bits);
    }

    void requireFits(long value) {
        if (value < 0 || value > max()) {
            throw new IllegalArgumentException(name + " " + value + " does not fit into " + bits + " bits (0.." + max()
                    + "); use a layout with more " + name + " bits or a smaller number");
        }
    }
}
