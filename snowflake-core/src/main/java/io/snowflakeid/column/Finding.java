package io.snowflakeid.column;

/**
 * One problem of a column.
 *
 * @param column the name of the column, such as {@code hero.id}
 * @param seen the problem, in words that follow the column name, such as {@code is INT}
 * @param needed the required state of the column, and the reason
 */
public record Finding(Severity severity, String column, String seen, String needed) {

    /** The severities, in descending order. */
    public enum Severity {
        /** The database can reject, truncate or change ids, compare different ids as equal, or generate an id twice. */
        ERROR,
        /** Inserts or queries may fail later, in another environment, or on a database that the check does not support. */
        WARNING
    }

    @Override
    public String toString() {
        return column + " " + seen + "; needed: " + needed;
    }
}
