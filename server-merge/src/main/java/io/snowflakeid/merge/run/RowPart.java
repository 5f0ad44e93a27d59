package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a table: those that sources let expect, or those that the target has.
 *
 * @param table the table
 * @param side where the rows come from
 * @param source whose rows are expected, or null where it is not about a single source's
 * @param after the key beyond which they begin, or null for the beginning
 * @param end the key at which they end, or null for the end
 */
record RowPart(
        TablePlan table,
        Side side,
        @Nullable SourcePlan source,
        @Nullable String after,
        @Nullable String end) {

    /** Where rows come from. */
    enum Side {
        EXPECTED,
        FOUND
    }

    /** All rows of one source, or of all where they become one. */
    static RowPart expected(TablePlan table, @Nullable SourcePlan source) {
        return new RowPart(table, Side.EXPECTED, source, null, null);
    }

    /** All rows of the target. */
    static RowPart found(TablePlan table) {
        return new RowPart(table, Side.FOUND, null, null, null);
    }

    boolean isExpected() {
        return side == Side.EXPECTED;
    }

    RowPart between(@Nullable String newAfter, @Nullable String newEnd) {
        return new RowPart(table, side, source, newAfter, newEnd);
    }
}
