package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the different values of a column lie among the ids of a table, on all sources together.
 *
 * @param values how many different ones were looked at, without those that stand for none
 * @param known how many of them are ids
 * @param leastShare the least share of them on any source, 0 to 1
 * @param reach which part of the range of ids they span, on the source where it is least; 0 to 1
 * @param surprise how surprising the known ones are for numbers that only happen to lie in the range of the ids: the negative natural logarithm of
 *     its probability. Ids without gaps are no surprise at all
 * @param nearby the same, but for numbers between the least and the greatest of them, where the other ids are others': of what a few years brought
 * @param choice how many choices the known ones were: the sum, over them, of the natural logarithm of the number of ids. Of two tables
 *     that have all values, the one with fewer ids explains them better
 * @param none values that stand for no id
 * @param orphan one of those that are no ids, or null
 */
record IdFit(
        long values,
        long known,
        double leastShare,
        double reach,
        double surprise,
        double nearby,
        double choice,
        Set<Long> none,
        @Nullable Long orphan) {

    private static final double SHARE_OF_WHOLE = 0.999;

    /** Among so many, a single one that is no id says little. */
    private static final int ENOUGH_FOR_ONE_ORPHAN = 20;

    /** Of more values not even the greatest ids need be among them: somebody is new. */
    private static final double MOST_FOR_SPREAD = 50;

    private static final double ONCE_IN_A_HUNDRED = 0.01;

    /** Whether practically all are ids, on every source. */
    boolean whole() {
        return values > 0 && leastShare >= SHARE_OF_WHOLE;
    }

    /** Whether at most a share of all is no id, or a single one of many: ids whose rows were deleted. */
    boolean wholeBut(double shareOfOrphans) {
        long orphans = values - known;
        boolean single = orphans == 1 && values >= ENOUGH_FOR_ONE_ORPHAN;
        return whole() || (values > 0 && (single || orphans <= shareOfOrphans * values));
    }

    /** The more choices there were of which values are no ids, the less surprising that the others are. */
    double surpriseDespiteOrphans() {
        return despiteOrphans(surprise);
    }

    /** Whether chance does not explain them even where they are few of all ids, the first or the last, say. */
    boolean surprisingNearby(double enough) {
        return despiteOrphans(Math.min(surprise, nearby)) >= enough;
    }

    private double despiteOrphans(double surprise) {
        long orphans = values - known;
        return orphans == 0 || known == 0
                ? surprise
                : surprise - known * Math.log((double) values / known) - orphans * Math.log((double) values / orphans);
    }

    /** Whether the greatest are as great as they would be if each id was as likely as the others. */
    boolean spread(int sources) {
        double each = Math.max(1, Math.min(MOST_FOR_SPREAD, (double) values / Math.max(1, sources)));
        return reach >= Math.max(0.5, Math.pow(ONCE_IN_A_HUNDRED, 1 / each));
    }

    double share() {
        return values == 0 ? 0 : (double) known / values;
    }

    String describe(ColumnName parent) {
        return known + " of " + values + " different values are in " + parent
                + (none.isEmpty() ? "" : ", " + none + " is not")
                + (orphan == null
                        ? ""
                        : "; " + (values - known) + (values - known == 1 ? " is" : " are") + " not, such as " + orphan);
    }
}
