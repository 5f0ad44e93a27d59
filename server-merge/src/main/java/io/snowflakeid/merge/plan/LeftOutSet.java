package io.snowflakeid.merge.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys of rows of a source's table that do not go into the target, as they stand in a table of the target.
 *
 * @param complete whether all rows that are left out are in it; otherwise only those that give way to a row of an earlier source
 * @param checksum of the keys and of why they are there
 */
public record LeftOutSet(String table, int source, boolean complete, long rows, String checksum) {

    /** In words, which sets are others than planned; empty if none is. */
    public static List<String> differences(MergePlan plan, List<LeftOutSet> found) {
        List<LeftOutSet> all = new ArrayList<>(plan.leftOut());
        found.stream().filter(set -> all.stream().noneMatch(set::isOf)).forEach(all::add);
        List<String> differences = new ArrayList<>();
        for (LeftOutSet set : all) {
            LeftOutSet planned =
                    plan.leftOut().stream().filter(set::isOf).findFirst().orElse(null);
            LeftOutSet there = found.stream().filter(set::isOf).findFirst().orElse(null);
            if (planned == null || !planned.equals(there)) {
                differences.add(plan.sources().get(set.source() - 1).alias() + "." + set.table() + ": "
                        + (planned == null ? 0 : planned.rows()) + " rows that are left out were planned, "
                        + (there == null ? 0 : there.rows()) + " are found"
                        + (planned != null && there != null && planned.rows() == there.rows() ? ", and others" : ""));
            }
        }
        return differences;
    }

    private boolean isOf(LeftOutSet other) {
        return table.equals(other.table) && source == other.source;
    }
}
