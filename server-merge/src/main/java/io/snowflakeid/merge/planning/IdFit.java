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
 * @param none values that stand for no id
 * @param orphan one of those that are no ids, or null
 */
record IdFit(
        long values,
        long known,
        double leastShare,
        double reach,
        double surprise,
        Set<Long> none,
        @Nullable Long orphan) {

    private static final double SHARE_OF_WHOLE = 0.999;

    /** Among so many, a single one that is no id says little. */
    private static final int ENOUGH_FOR_ONE_ORPHAN = 20;

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
        long orphans = values - known;
        return orphans == 0 || known == 0
                ? surprise
                : surprise - known * Math.log((double) values / known) - orphans * Math.log((double) values / orphans);
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
