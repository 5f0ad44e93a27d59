package io.snowflakeid.verification.generators;

import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * A figure, measured in several rounds.
 *
 * @param rounds nanoseconds, or ratios
 */
record Measured(List<Double> rounds) {

    private static final double CONFIDENCE = 0.95;

    double mean() {
        return statistics().getMean();
    }

    /** Half of the 95 % interval of the mean; 0 if there are too few rounds. */
    double error() {
        return hasError() ? statistics().getMeanErrorAt(CONFIDENCE) : 0;
    }

    /** True with at least three rounds, which JMH needs for an interval. */
    boolean hasError() {
        return rounds.size() > 2;
    }

    private ListStatistics statistics() {
        ListStatistics statistics = new ListStatistics();
        rounds.forEach(statistics::addValue);
        return statistics;
    }

    Measured dividedBy(double divisor) {
        return new Measured(rounds.stream().map(round -> round / divisor).toList());
    }

    /** Divides by another figure round by round, since temporary load affects both in a round. */
    Measured ratioTo(Measured other) {
        return new Measured(IntStream.range(0, rounds.size())
                .mapToObj(round -> rounds.get(round) / other.rounds.get(round))
                .toList());
    }
}
