package io.snowflakeid.merge.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of values that are unique on each server and not in all of them together.
 *
 * @param table the table
 * @param columns the columns of the unique key; the table need not declare it
 * @param onClash what to do
 * @param pattern of a new name, with {@code {name}} and {@code {alias}}, for {@link OnClash#RENAME}
 * @param side whose rows get a new name
 * @param maxLength of a new name in characters, or null for the column's
 * @param followedBy columns that hold the name as text and follow a new one
 * @param references what becomes of references to a row that was not kept, for {@link OnClash#KEEP_FIRST}; or null
 */
public record UniqueConfig(
        String table,
        List<String> columns,
        OnClash onClash,
        String pattern,
        Side side,
        @Nullable Integer maxLength,
        List<Follower> followedBy,
        @Nullable LeftReferences references) {

    /** What to do with rows whose unique values clash. */
    public enum OnClash {
        FAIL,
        RENAME,
        KEEP_FIRST
    }

    /** Whose rows get a new name. */
    public enum Side {
        /** All but the first server's that has the name. */
        LATER,
        /** Everybody's. */
        ALL
    }

    /** What becomes of references to a row that was not kept. */
    public enum LeftReferences {
        /** They lead to the row that was kept in its place, as with accounts of the same person. */
        FOLLOW,
        /** The rows that refer to it stay behind too. */
        DROP
    }

    /**
     * A column that holds a name as text.
     *
     * @param when an SQL condition on its table under which it does, or null for always
     */
    public record Follower(
            String table, String column, @Nullable String when) {}
}
