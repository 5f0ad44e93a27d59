package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.config.UniqueConfig.Side;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The treatment of rows that share a value of a unique key with another source.
 *
 * @param number from 1
 * @param none the values of the key's one text column that mean "no name"; rows with these values do not clash
 * @param maxLength the longest new name, in characters; 0 if no name changes
 * @param references the treatment of references to rows that are not kept, or null
 * @param clashes the number of values that more than one source has
 * @param renames the number of rows that are renamed
 * @param renamesFile the list of new names in the plan's folder, or null
 * @param renamesHash the SHA-256 of that file, or null
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

    /** A declared key without a rule of the operator. */
    public static UniquePlan declared(int number, String table, List<String> columns) {
        return new UniquePlan(
                number, table, columns, List.of(), OnClash.FAIL, "", Side.LATER, 0, null, 0, 0, null, null);
    }

    /** {@code players(name)}. */
    public String name() {
        return table + "(" + String.join(", ", columns) + ")";
    }

    public boolean keepsFirst() {
        return onClash == OnClash.KEEP_FIRST;
    }

    /** Whether references to replaced rows are changed to the kept row. */
    public boolean leadsReferences() {
        return keepsFirst() && references == LeftReferences.FOLLOW;
    }

    /** Whether rows that refer to replaced rows are left out, too. */
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
