package io.snowflakeid.segment;

/** An arithmetic sequence of numbers, given by its first number, its length and its increment. */
record Range(long first, long count, long increment) {

    /** Returns the first number after the range. */
    long end() {
        return first + count * increment;
    }
}
