package io.snowflakeid.benchmarks.generators;

import java.util.List;
import org.openjdk.jmh.util.ListStatistics;

/**
 * One figure of each round.
 *
 * @param rounds nanoseconds, or ratios
 */
record Measured(List<Double> rounds) {

    private static final double CONFIDENCE = 0.95;

    double mean() {
        return statistics().getMean();
    }

    /** Half of the 95 % interval of the mean; not a number after one round. */
    double error() {
        return statistics().getMeanErrorAt(CONFIDENCE);
    }

    private ListStatistics statistics() {
        ListStatistics statistics = new ListStatistics();
        rounds.forEach(statistics::addValue);
        return statistics;
    }

    /** To another one, round by round: what slows the machine for a while slows both. */
    Measured ratioTo(Measured other) {
        List<Double> ratios = java.util.stream.IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                .mapToObj(i -> rounds.get(i) / other.rounds.get(i))
                .toList();
        return new Measured(ratios);
    }
}
