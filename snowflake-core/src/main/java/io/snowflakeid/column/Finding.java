package io.snowflakeid.column;

/**
 * One problem of a column.
 *
 * @param column the column, as people write it: {@code hero.id}
 * @param seen what was found, a predicate of the column: {@code is INT, which holds whole numbers exactly up to 2147483647 only}
 * @param needed what the column needs instead, and why
 */
public record Finding(Severity severity, String column, String seen, String needed) {

    /** How bad a finding is, the worst first. */
    public enum Severity {
        /** Ids can be rejected, cut off, come back changed, compare as equal although they differ, or be made twice. */
        ERROR,
        /** Works today, but fails later or elsewhere; or an error on a database whose types this check does not know. */
        WARNING
    }

    /** All of it in one line. */
    @Override
    public String toString() {
        return column + " " + seen + "; needed: " + needed;
    }
}
