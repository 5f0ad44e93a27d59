package io.snowflakeid.merge.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of the merge for one row of a source.
 *
 * @param inTarget true if the target contains the row
 * @param message one line about the result, with all reasons if the row is not copied
 * @param values the row's key and changed values in the finished target, or an empty map if the row is not copied
 * @param changes the columns whose values change
 */
public record RowOutcome(
        boolean inTarget, String message, Map<String, String> values, Outcome outcome, List<Change> changes) {

    public enum Outcome {
        /** The row is copied into the target. */
        COPIED,
        /** The row is left out because of its table's condition, or because the row refers to a missing or left-out row. */
        LEFT_OUT,
        /** The target contains another source's row with an equal key instead of the row. */
        LOST,
        /** The class of the table excludes all rows of the source. */
        CLASS,
        /** The source does not exist or does not contain the row. */
        ABSENT
    }

    /** A changed value of a column, with null for the SQL value NULL. */
    public record Change(
            String column,
            @Nullable String before,
            @Nullable String after,
            String why) {}
}
