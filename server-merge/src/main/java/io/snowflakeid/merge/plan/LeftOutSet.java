package io.snowflakeid.merge.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * The left-out rows of one table and one source. A table in the target contains the keys of the left-out rows.
 *
 * @param checksum the checksum over the keys of the left-out rows and the reasons for the omission
 */
public record LeftOutSet(String table, int source, long rows, String checksum) {

    /** Returns a line for each difference between the planned and the found sets of left-out rows. */
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
