package io.snowflakeid.merge.config;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Columns that hold ids of another table.
 *
 * @param table the referring table, or a pattern with {@code *}: all tables that have these columns, unless they are the parent's own
 * @param columns the referring columns
 * @param parentTable the table referred to
 * @param parentColumns its columns, in the same order
 * @param when an SQL condition on the referring table under which the columns are such a reference, or null for always
 * @param none values that stand for no reference, besides NULL
 * @param orphans what becomes of rows that refer to nothing
 * @param whenLeftOut what becomes of rows that refer to a row which stays behind; if null, they stay behind too
 */
public record ReferenceConfig(
        String table,
        List<String> columns,
        String parentTable,
        List<String> parentColumns,
        @Nullable String when,
        List<Long> none,
        Orphans orphans,
        @Nullable WhenLeftOut whenLeftOut) {

    /** Refuses sides of different length, and patterns where they have no meaning. */
    public ReferenceConfig {
        columns = List.copyOf(columns);
        parentColumns = List.copyOf(parentColumns);
        none = List.copyOf(none);
        new Checks()
                .unless(
                        columns.size() == parentColumns.size() && !columns.isEmpty(),
                        "to",
                        "has " + parentColumns.size() + " columns, but from has " + columns.size()
                                + ": name as many on both sides")
                .unless(!parentTable.contains("*"), "to", "is a pattern, but must name one table")
                .unless(
                        Stream.concat(columns.stream(), parentColumns.stream()).noneMatch("*"::equals),
                        "from",
                        "has a * for a column: only a table can be a pattern")
                .condition("when", when)
                .refuseIfAny();
    }

    /** As it is written under {@code references}, in one line. */
    public String line() {
        return ReferenceLine.of(this);
    }

    /** What becomes of rows that refer to a row that is not there. */
    public enum Orphans {
        /** They are an error of the plan. */
        FAIL,
        /** They stay behind. */
        DROP,
        /** The reference becomes NULL, or the first value of {@code none}. */
        CLEAR,
        /** They stay as they are, moved as if the row were there, so that they meet nobody else's. */
        KEEP
    }

    /** What becomes of rows that refer to a row which stays behind. */
    public enum WhenLeftOut {
        /** They stay behind too. */
        DROP,
        /** The reference becomes NULL, or the first value of {@code none}. */
        CLEAR
    }
}
