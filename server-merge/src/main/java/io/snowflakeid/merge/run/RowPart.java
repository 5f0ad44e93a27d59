package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a table: those that a source lets expect, or those that the target has.
 *
 * @param source whose rows are expected, or null for those of the target
 * @param after the position beyond which they begin, or null for the beginning
 * @param end the position at which they end, or null for the end
 */
record RowPart(
        TablePlan table,
        @Nullable SourcePlan source,
        @Nullable String after,
        @Nullable String end) {

    /** All rows. */
    static RowPart whole(TablePlan table, @Nullable SourcePlan source) {
        return new RowPart(table, source, null, null);
    }

    boolean isExpected() {
        return source != null;
    }

    /** The same rows in parts that end at these positions. */
    List<RowPart> cutAt(List<String> ends) {
        List<RowPart> parts = new ArrayList<>();
        @Nullable String last = null;
        for (String each : ends) {
            parts.add(new RowPart(table, source, last, each));
            last = each;
        }
        parts.add(new RowPart(table, source, last, null));
        return parts;
    }
}
