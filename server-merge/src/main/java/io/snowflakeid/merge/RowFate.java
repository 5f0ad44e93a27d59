package io.snowflakeid.merge;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a source's row.
 *
 * @param inTarget whether the target has it
 * @param message in words, one line; of a row that does not go there, all reasons
 * @param values its key and all that was changed, as the target has it or will have it; empty if it does not go there
 * @param outcome the same as {@code message}, for programs
 * @param changes columns whose values are others in the target
 */
public record RowFate(
        boolean inTarget, String message, Map<String, String> values, Outcome outcome, List<Change> changes) {

    /** Kinds of fate. */
    public enum Outcome {
        /** It goes into the target as a row of its own. */
        COPIED,
        /** A condition, or a row that it refers to, keeps it back. */
        LEFT_OUT,
        /** Another source's row is kept in its place. */
        LOST,
        /** Rows of its table, or of its table on this source, are not copied. */
        CLASS,
        /** Its source has no such row, or is gone. */
        ABSENT
    }

    /** A column whose value is another one in the target; null stands for NULL. */
    public record Change(
            String column,
            @Nullable String before,
            @Nullable String after,
            String why) {}
}
