package io.snowflakeid.segment;

/** An arithmetic sequence of numbers, given by its first number, its length and its increment. */
record Range(long first, long count, long increment) {

    /** Returns the first number after the range. */
    long end() {
        return first + count * increment;
    }

    /** Returns the rest of the range after the given count of numbers. */
    Range from(long skipped) {
        return new Range(first + skipped * increment, count - skipped, increment);
    }
}
