package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns that lead to a row of another table.
 *
 * @param table the referring table
 * @param columns its columns
 * @param parent the table referred to
 * @param parentColumns its columns
 * @param when under which condition on the referring table, or null for always
 * @param none values that stand for no reference, besides NULL
 * @param declared whether a foreign key says so
 * @param orphans what becomes of rows that refer to nothing
 * @param whenLeftOut what becomes of rows whose row is left out
 * @param orphanRows how many rows refer to nothing, for each source in turn; 0 where it has no such table
 */
public record ReferencePlan(
        String table,
        List<String> columns,
        String parent,
        List<String> parentColumns,
        @Nullable String when,
        List<Long> none,
        boolean declared,
        Orphans orphans,
        WhenLeftOut whenLeftOut,
        List<Long> orphanRows) {

    /** {@code mail.sender_id -> players.id}. */
    public String name() {
        return side(table, columns) + " -> " + side(parent, parentColumns) + (when == null ? "" : " when " + when);
    }

    private static String side(String table, List<String> columns) {
        return columns.size() == 1 ? table + "." + columns.get(0) : table + "(" + String.join(", ", columns) + ")";
    }
}
