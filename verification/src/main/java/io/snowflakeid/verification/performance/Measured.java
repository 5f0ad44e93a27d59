package io.snowflakeid.verification.performance;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A figure, measured in several rounds. The figure is the median, since other load on the machine slows single rounds a lot.
 *
 * @param rounds nanoseconds, or ratios
 */
public record Measured(List<Double> rounds) {

    private static final double OUTSIDE = 0.05;

    public double median() {
        return StatUtils.percentile(values(), 50);
    }

    /** The lower end of the 95 % interval of the median: a round of this rank, or the smallest of fewer than six rounds. */
    public double low() {
        return values()[Math.max(rank(), 1) - 1];
    }

    /** The upper end of the 95 % interval of the median: a round of this rank, or the largest of fewer than six rounds. */
    public double high() {
        return values()[rounds.size() - Math.max(rank(), 1)];
    }

    /** True with at least six rounds: the smallest and the largest of five are only a 94 % interval. */
    public boolean hasInterval() {
        return rank() > 0;
    }

    /** The rank by order statistics: the number of rounds below the median has a binomial distribution. */
    private int rank() {
        return new BinomialDistribution(null, rounds.size(), 0.5).inverseCumulativeProbability(OUTSIDE / 2);
    }

    private double[] values() {
        return rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    public Measured dividedBy(double divisor) {
        return new Measured(rounds.stream().map(round -> round / divisor).toList());
    }

    /** Divides by another figure round by round, since temporary load affects both in a round. */
    public Measured ratioTo(Measured other) {
        return new Measured(IntStream.range(0, rounds.size())
                .mapToObj(round -> rounds.get(round) / other.rounds.get(round))
                .toList());
    }
}
