package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A reference from columns of a table to columns of a parent table.
 *
 * @param when the condition on the referring row, or null if the reference has no condition
 * @param none the values that mean "no reference", besides NULL
 * @param orphanRows for each source, the number of rows whose parent row is missing, or an empty list before the planner has counted the rows
 */
public record ReferencePlan(
        String table,
        List<String> columns,
        String parent,
        List<String> parentColumns,
        @Nullable String when,
        List<Long> none,
        Orphans orphans,
        WhenLeftOut whenLeftOut,
        List<Long> orphanRows) {

    /** Returns a name such as {@code mail.sender_id -> players.id}. */
    public String name() {
        return side(table, columns) + " -> " + side(parent, parentColumns) + (when == null ? "" : " when " + when);
    }

    /** A referring column and the referenced column of the parent table. */
    public record Link(ColumnName column, ColumnName parent) {}

    public List<Link> links() {
        return IntStream.range(0, columns.size())
                .mapToObj(i ->
                        new Link(new ColumnName(table, columns.get(i)), new ColumnName(parent, parentColumns.get(i))))
                .toList();
    }

    public boolean has(String column) {
        return columns.stream().anyMatch(column::equalsIgnoreCase);
    }

    public ReferencePlan withOrphans(List<Long> counts) {
        return new ReferencePlan(table, columns, parent, parentColumns, when, none, orphans, whenLeftOut, counts);
    }

    private static String side(String table, List<String> columns) {
        return columns.size() == 1 ? table + "." + columns.get(0) : table + "(" + String.join(", ", columns) + ")";
    }
}
