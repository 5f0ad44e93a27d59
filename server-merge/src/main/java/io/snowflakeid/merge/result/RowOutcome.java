package io.snowflakeid.merge.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The effect of the merge on one row of a source.
 *
 * @param inTarget true if the target contains the row
 * @param message a description of the result in one line
 * @param values the row's key and changed values in the target by column name, or an empty map if the row is not copied
 * @param changes the columns whose values change
 */
public record RowOutcome(
        boolean inTarget, String message, Map<String, String> values, Outcome outcome, List<Change> changes) {

    public enum Outcome {
        /** The row is copied into the target. */
        COPIED,
        /** The row is left out because of a condition in {@code merge.yaml}, or because of a reference to a missing or left-out row. */
        LEFT_OUT,
        /** The row is replaced by a row of another source with an equal unique key. */
        LOST,
        /** The merge copies no rows of the table from the source, because of the table's class. */
        CLASS,
        /** The source does not exist or does not contain the row. */
        ABSENT
    }

    /** The change of a column's value, with null for the SQL value NULL. */
    public record Change(
            String column,
            @Nullable String before,
            @Nullable String after,
            String why) {}
}
