package io.snowflakeid.merge.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * The keys of rows of a source's table that do not go into the target, as they stand in a table of the target.
 *
 * @param checksum of the keys and of why they are there
 */
public record LeftOutSet(String table, int source, long rows, String checksum) {

    /** In words, which sets are others than planned; empty if none is. */
    public static List<String> differences(MergePlan plan, List<LeftOutSet> found) {
        return Stream.concat(plan.leftOut().stream(), found.stream())
                .filter(set -> !set.in(plan.leftOut()).equals(set.in(found)))
                .map(set -> plan.source(set.source).alias() + "." + set.table + ": "
                        + difference(set.in(plan.leftOut()), set.in(found)))
                .distinct()
                .toList();
    }

    private static String difference(LeftOutSet planned, LeftOutSet found) {
        return planned.rows + " rows that are left out were planned, " + found.rows + " are found"
                + (planned.rows == found.rows ? ", and others" : "");
    }

    /** The set of the same rows among these; without rows if there is none. */
    private LeftOutSet in(List<LeftOutSet> sets) {
        return sets.stream()
                .filter(set -> table.equals(set.table) && source == set.source)
                .findFirst()
                .orElse(new LeftOutSet(table, source, 0, ""));
    }
}
