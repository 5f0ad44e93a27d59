package io.snowflakeid.merge.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of the merge for one row of a source.
 *
 * @param inTarget true if the target contains the row
 * @param message one line; if the row is not copied, the line contains all reasons
 * @param values the row's key and all changed values, as the target contains them now or after the run; empty if the row is not copied
 * @param changes the columns whose values change
 */
public record RowOutcome(
        boolean inTarget, String message, Map<String, String> values, Outcome outcome, List<Change> changes) {

    public enum Outcome {
        /** The row is copied into the target. */
        COPIED,
        /** The row is left out because of its table's condition, or because the row refers to a left-out row. */
        LEFT_OUT,
        /** The target contains a row of another source with the same key instead of this row. */
        LOST,
        /** The class of the table excludes all rows of this source. */
        CLASS,
        /** The source does not exist or does not contain the row. */
        ABSENT
    }

    /** A changed value; null means NULL. */
    public record Change(
            String column,
            @Nullable String before,
            @Nullable String after,
            String why) {}
}
