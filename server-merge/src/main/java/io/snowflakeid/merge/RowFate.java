package io.snowflakeid.merge;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a row of a source.
 *
 * @param inTarget whether the target has it
 * @param message one line; for a row that is not copied, all reasons
 * @param values the row's key and all changed values, as the target has them or will have them; empty if the row is not copied
 * @param changes columns whose values differ in the target
 */
public record RowFate(
        boolean inTarget, String message, Map<String, String> values, Outcome outcome, List<Change> changes) {

    public enum Outcome {
        /** It is copied as a row of its own. */
        COPIED,
        /** Its table's condition or a row that it refers to leaves it out. */
        LEFT_OUT,
        /** The row of another source with the same key is kept in its place. */
        LOST,
        /** The class of its table excludes it. */
        CLASS,
        /** Its source has no such row, or is gone. */
        ABSENT
    }

    /** A changed value; null stands for NULL. */
    public record Change(
            String column,
            @Nullable String before,
            @Nullable String after,
            String why) {}
}
