package io.snowflakeid.column;

/**
 * One problem of a column.
 *
 * @param column the name of the column, such as {@code hero.id}
 * @param seen the current state of the column, such as {@code is INT, which holds whole numbers exactly up to 2147483647 only}
 * @param needed the required state of the column, and the reason
 */
public record Finding(Severity severity, String column, String seen, String needed) {

    /** The severities, in descending order. */
    public enum Severity {
        /** The database can reject, truncate or change ids, compare different ids as equal, or generate an id twice. */
        ERROR,
        /** The column may fail later or in another environment, or the check does not support the database. */
        WARNING
    }

    @Override
    public String toString() {
        return column + " " + seen + "; needed: " + needed;
    }
}
