package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule for rows with equal values of a unique key.
 *
 * @param number the number of the rule, from 1
 * @param none the texts that mean "no name" and may occur in several rows
 * @param maxLength the maximum length of a new name in characters, or 0 if no name changes
 * @param references the rule for references to replaced rows, or null
 * @param clashes the number of key values that occur in several rows under the target's collation
 * @param renames the number of rows that get a new name
 * @param renamesFile the name of the file with the new names, or null
 * @param renamesHash the SHA-256 hash of the file with the new names, or null
 */
public record UniquePlan(
        int number,
        String table,
        List<String> columns,
        List<String> none,
        OnClash onClash,
        String pattern,
        Side side,
        int maxLength,
        @Nullable LeftReferences references,
        long clashes,
        long renames,
        @Nullable String renamesFile,
        @Nullable String renamesHash) {

    /** Returns the default rule, which reports equal values as an error. */
    public static UniquePlan declared(int number, String table, List<String> columns) {
        return new UniquePlan(
                number, table, columns, List.of(), OnClash.FAIL, "", Side.LATER, 0, null, 0, 0, null, null);
    }

    /** Returns the table and the columns of the unique key, such as {@code players(name)}. */
    public String name() {
        return table + "(" + String.join(", ", columns) + ")";
    }

    public boolean keepsFirst() {
        return onClash == OnClash.KEEP_FIRST;
    }

    /** Returns true if the merge changes references to a replaced row into references to the kept row. */
    public boolean leadsReferences() {
        return keepsFirst() && references == LeftReferences.FOLLOW;
    }

    /** Returns true if the merge does not copy rows that refer to a replaced row. */
    public boolean dropsReferences() {
        return keepsFirst() && references == LeftReferences.DROP;
    }

    public UniquePlan counted(long newClashes, long newRenames, @Nullable String newFile, @Nullable String newHash) {
        return new UniquePlan(
                number,
                table,
                columns,
                none,
                onClash,
                pattern,
                side,
                maxLength,
                references,
                newClashes,
                newRenames,
                newFile,
                newHash);
    }
}
