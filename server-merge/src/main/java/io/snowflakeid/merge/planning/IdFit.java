package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import java.util.Set;

/**
 * How the different values of a column lie among the ids of a table, on all sources together.
 *
 * @param values how many different ones were looked at, without those that stand for none
 * @param known how many of them are ids
 * @param leastShare the least share of them on any source, 0 to 1
 * @param reach which part of the range of ids they span, on the source where it is least; 0 to 1
 * @param surprise how surprising that is for numbers that only happen to lie in the range of the ids: the negative natural logarithm of
 *     its probability. Ids without gaps are no surprise at all
 * @param none values that stand for no id
 */
record IdFit(long values, long known, double leastShare, double reach, double surprise, Set<Long> none) {

    private static final double SHARE_OF_WHOLE = 0.999;

    /** Whether practically all are ids, on every source. */
    boolean whole() {
        return values > 0 && leastShare >= SHARE_OF_WHOLE;
    }

    double share() {
        return values == 0 ? 0 : (double) known / values;
    }

    String describe(ColumnName parent) {
        return known + " of " + values + " different values are in " + parent
                + (none.isEmpty() ? "" : ", " + none + " is not");
    }
}
