package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a table: those that a source lets expect, or those that the target has.
 *
 * @param table the table
 * @param source whose rows are expected, or null for those of the target
 * @param after the key beyond which they begin, or null for the beginning
 * @param end the key at which they end, or null for the end
 */
record RowPart(
        TablePlan table,
        @Nullable SourcePlan source,
        @Nullable String after,
        @Nullable String end) {

    /** All rows of one source. */
    static RowPart expected(TablePlan table, SourcePlan source) {
        return new RowPart(table, source, null, null);
    }

    /** All rows of the target. */
    static RowPart found(TablePlan table) {
        return new RowPart(table, null, null, null);
    }

    boolean isExpected() {
        return source != null;
    }

    RowPart between(@Nullable String newAfter, @Nullable String newEnd) {
        return new RowPart(table, source, newAfter, newEnd);
    }
}
