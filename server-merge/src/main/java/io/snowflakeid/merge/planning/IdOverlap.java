package io.snowflakeid.merge.planning;

import java.util.List;
import java.util.stream.Collectors;

/** How ids of one column, as they are on each source, lie among those of another one. */
record IdOverlap(List<OnSource> sources) {

    /** Below that share they are clearly others, whatever their name says. */
    private static final double LEAST_SHARE = 0.9;

    /**
     * On a source that has any.
     *
     * @param alias the source's
     * @param ids how many different ones were looked at
     * @param known how many of them are ids of the other column too
     * @param beside the share of numbers beside them that are, 0 to 1; about as many would be known by chance
     */
    record OnSource(String alias, long ids, long known, double beside) {

        /** One whose row is gone may be there among however few. */
        static boolean clearlyNo(long known, long of) {
            return known < LEAST_SHARE * of && of - known > 1;
        }

        /** The negative natural logarithm of an upper bound of the probability that chance makes so many known. */
        double surprise() {
            double share = (double) known / ids;
            if (share <= beside) {
                return 0;
            }
            double known = share * Math.log(share / beside);
            double unknown = share == 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - beside));
            return ids * (known + unknown);
        }
    }

    long ids() {
        return sources.stream().mapToLong(OnSource::ids).sum();
    }

    long known() {
        return sources.stream().mapToLong(OnSource::known).sum();
    }

    double surprise() {
        return sources.stream().mapToDouble(OnSource::surprise).sum();
    }

    /** Such as {@code s1 40 of 40, s2 39 of 40}. */
    String counts() {
        return sources.stream()
                .map(each -> each.alias() + " " + each.known() + " of " + each.ids())
                .collect(Collectors.joining(", "));
    }

    /** Why it is no chance. */
    String chance() {
        return "of the numbers beside them only " + percentBeside() + " in 100 are, so chance would do this once in 10^"
                + (int) (surprise() / Math.log(10)) + " times";
    }

    /** Why it may be chance. */
    String doubt() {
        return "of the numbers beside them " + percentBeside() + " in 100 are as well, so this may be chance";
    }

    private int percentBeside() {
        return (int) (100 * sources.stream().mapToDouble(OnSource::beside).min().orElse(1));
    }
}
