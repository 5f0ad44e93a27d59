package io.snowflakeid.column;

/**
 * One problem of a column.
 *
 * @param column the name of the column, such as {@code hero.id}
 * @param seen the present state, as the predicate of a sentence about the column, such as
 *     {@code is INT, which holds whole numbers exactly up to 2147483647 only}
 * @param needed the required state of the column, and the reason
 */
public record Finding(Severity severity, String column, String seen, String needed) {

    /** The severity of a finding, with the worst severity first. */
    public enum Severity {
        /** The database can reject, truncate or change ids, compare different ids as equal, or make an id twice. */
        ERROR,
        /** The column works today, but fails later or in another environment, or the check does not know the types of the database. */
        WARNING
    }

    /** Returns the finding in one line. */
    @Override
    public String toString() {
        return column + " " + seen + "; needed: " + needed;
    }
}
