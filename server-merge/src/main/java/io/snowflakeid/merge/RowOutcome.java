package io.snowflakeid.merge;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of the merge for one row of a source.
 *
 * @param inTarget whether the target has the row
 * @param message one line, which has all reasons for a row that is not copied
 * @param values the row's key and all changed values, as the target has or will have them; empty if the row is not copied
 * @param changes columns whose values differ in the target
 */
public record RowOutcome(
        boolean inTarget, String message, Map<String, String> values, Outcome outcome, List<Change> changes) {

    public enum Outcome {
        /** The row is copied as a row of its own. */
        COPIED,
        /** The row is left out by its table's condition, or because of a row that it refers to. */
        LEFT_OUT,
        /** The row of another source with the same key is kept instead. */
        LOST,
        /** The class of the table excludes the row. */
        CLASS,
        /** The source has no such row, or does not exist. */
        ABSENT
    }

    /** A changed value; null stands for NULL. */
    public record Change(
            String column,
            @Nullable String before,
            @Nullable String after,
            String why) {}
}
