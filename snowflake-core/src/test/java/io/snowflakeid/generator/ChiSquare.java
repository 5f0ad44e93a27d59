package io.snowflakeid.generator;

import java.util.stream.LongStream;

/** Pearson's test of even counts. */
final class ChiSquare {

    private ChiSquare() {}

    static double of(long[] counts) {
        double mean = LongStream.of(counts).average().orElseThrow();
        return LongStream.of(counts)
                .mapToDouble(n -> (n - mean) * (n - mean) / mean)
                .sum();
    }

    /** What even counts exceed once in a hundred thousand runs (Wilson and Hilferty's approximation). */
    static double limitFor(int cells) {
        double k = cells - 1.0;
        double z = 4.27;
        double root = 1 - 2 / (9 * k) + z * Math.sqrt(2 / (9 * k));
        return k * root * root * root;
    }
}
