package io.snowflakeid.verification.performance;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.StatUtils;

/** A figure, measured in several rounds. The figure is the median, because other load slows single rounds a lot. */
public record Measured(List<Double> rounds) {

    private static final double OUTSIDE = 0.05;
    private static final double WIDEST = 0.15;

    public double median() {
        return StatUtils.percentile(values(), 50);
    }

    /** Returns the lower end of the 95 % interval of the median, or the smallest value if there are fewer than six rounds. */
    public double low() {
        return values()[Math.max(rank(), 1) - 1];
    }

    /** Returns the upper end of the 95 % interval of the median, or the largest value if there are fewer than six rounds. */
    public double high() {
        return values()[rounds.size() - Math.max(rank(), 1)];
    }

    /** Returns true if the figure was measured in at least six rounds. */
    public boolean hasInterval() {
        return rank() > 0;
    }

    /** Returns the position, among the sorted values, of the lower end of the median's 95 % interval. */
    private int rank() {
        return new BinomialDistribution(null, rounds.size(), 0.5).inverseCumulativeProbability(OUTSIDE / 2);
    }

    private double[] values() {
        return rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    public Measured dividedBy(double divisor) {
        return new Measured(rounds.stream().map(round -> round / divisor).toList());
    }

    /** Divides each round of this figure by the same round of another figure, because temporary load affects both. */
    public Measured ratioTo(Measured other) {
        return combined(other, (mine, theirs) -> mine / theirs);
    }

    public Measured minus(Measured other) {
        return combined(other, (mine, theirs) -> mine - theirs);
    }

    private Measured combined(Measured other, BinaryOperator<Double> operator) {
        return new Measured(IntStream.range(0, rounds.size())
                .mapToObj(round -> operator.apply(rounds.get(round), other.rounds.get(round)))
                .toList());
    }

    /** Returns true if the interval is narrow enough for a verdict. */
    public boolean isNarrow() {
        return hasInterval() && high() - low() <= WIDEST * median();
    }

    /** Returns the verdict {@code met} if the upper end of the 95 % interval is at most the target. */
    public String verdict(double most) {
        if (!hasInterval()) {
            return "not measured";
        }
        if (high() <= most) {
            return "met";
        }
        return isNarrow() || low() > most ? "missed" : "not measured";
    }
}
