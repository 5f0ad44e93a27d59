package io.snowflakeid.internal;

/** Checks that settings are in their ranges. */
public final class Limits {

    private Limits() {}

    /**
     * Checks that a value is in a range.
     *
     * @throws IllegalArgumentException if the value is outside the given range
     */
    public static <T extends Comparable<T>> void requireBetween(String name, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    name + " must be between " + least + " and " + most + ", but is " + value);
        }
    }
}
