package io.snowflakeid.column;

/**
 * One problem of a column.
 *
 * @param column the name of the column: {@code hero.id}
 * @param seen the present state, as a predicate of the column: {@code is INT, which holds whole numbers exactly up to 2147483647 only}
 * @param needed the required state of the column, and the reason
 */
public record Finding(Severity severity, String column, String seen, String needed) {

    /** How bad a finding is, the worst first. */
    public enum Severity {
        /** Ids can be rejected, truncated, changed, compared as equal although they differ, or made twice. */
        ERROR,
        /** The column works today, but fails later or elsewhere; or the finding is an error on a database whose types this check does not know. */
        WARNING
    }

    /** The finding in one line. */
    @Override
    public String toString() {
        return column + " " + seen + "; needed: " + needed;
    }
}
