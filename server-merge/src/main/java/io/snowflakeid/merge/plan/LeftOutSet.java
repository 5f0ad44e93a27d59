package io.snowflakeid.merge.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * The left-out rows of one table and one source. A table of the target stores the keys of the left-out rows.
 *
 * @param checksum the checksum of the left-out rows' keys and of the reasons for leaving them out
 */
public record LeftOutSet(String table, int source, long rows, String checksum) {

    /** Describes each set that differs from the plan. */
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

    private LeftOutSet in(List<LeftOutSet> sets) {
        return sets.stream()
                .filter(set -> table.equals(set.table) && source == set.source)
                .findFirst()
                .orElse(new LeftOutSet(table, source, 0, ""));
    }
}
