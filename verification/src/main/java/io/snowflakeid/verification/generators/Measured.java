package io.snowflakeid.verification.generators;

import java.util.List;
import java.util.stream.IntStream;
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

    /** Half of the 95 % interval of the mean; 0 if there are too few rounds for one. */
    double error() {
        return hasError() ? statistics().getMeanErrorAt(CONFIDENCE) : 0;
    }

    /** JMH computes an interval from three figures on. */
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

    /** Divides by another one, round by round: what slows the machine for a while slows both. */
    Measured ratioTo(Measured other) {
        return new Measured(IntStream.range(0, rounds.size())
                .mapToObj(round -> rounds.get(round) / other.rounds.get(round))
                .toList());
    }
}
