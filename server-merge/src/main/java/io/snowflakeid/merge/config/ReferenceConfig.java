package io.snowflakeid.merge.config;

import io.snowflakeid.merge.config.ColumnNames.Arrow;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Columns that hold ids of another table.
 *
 * @param from the referring columns; a {@code *} in the table stands for any letters: all tables that have these columns, unless they are
 *     the parent's own
 * @param to the columns referred to, in the same order
 * @param when an SQL condition on the referring table under which the columns are such a reference, or null for always
 * @param none values that stand for no reference, besides NULL
 * @param orphans what becomes of rows that refer to nothing
 * @param whenLeftOut what becomes of rows that refer to a row which stays behind; if null, they stay behind too
 */
public record ReferenceConfig(
        @Key(missing = "write " + ColumnNames.FORMS) ColumnNames from,
        @Key(missing = "write " + ColumnNames.FORMS) ColumnNames to,
        @Nullable String when,
        List<Long> none,
        @Key(otherwise = "fail") Orphans orphans,
        @Nullable WhenLeftOut whenLeftOut) {

    /** Refuses sides of different length, and patterns where they have no meaning. */
    public ReferenceConfig {
        none = List.copyOf(none);
        new Checks()
                .unless(
                        from.columns().size() == to.columns().size(),
                        "to",
                        "has " + to.columns().size() + " columns, but from has "
                                + from.columns().size() + ": name as many on both sides")
                .unless(!to.table().contains("*"), "to", "is a pattern, but must name one table")
                .unless(
                        Stream.concat(from.columns().stream(), to.columns().stream())
                                .noneMatch("*"::equals),
                        "from",
                        "has a * for a column: only a table can be a pattern")
                .condition("when", when)
                .refuseIfAny();
    }

    static ReferenceConfig parse(String text) {
        Arrow arrow = ColumnNames.parseArrow(text);
        return new ReferenceConfig(arrow.from(), arrow.to(), null, List.of(), Orphans.FAIL, null);
    }

    /** The referring table, or a pattern of tables. */
    public String table() {
        return from.table();
    }

    /** The referring columns. */
    public List<String> columns() {
        return from.columns();
    }

    /** The table referred to. */
    public String parentTable() {
        return to.table();
    }

    /** Its columns, in the same order. */
    public List<String> parentColumns() {
        return to.columns();
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
