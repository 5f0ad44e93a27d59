package io.snowflakeid.column;

import org.jspecify.annotations.Nullable;

/**
 * One thing about a column that somebody should know.
 *
 * @param severity how bad it is
 * @param column which column, as people write it: {@code hero.id}
 * @param seen what was seen, a predicate of the column: {@code is int, which ends at 2147483647}
 * @param needed what is needed instead, and why
 * @param statement the statement that mends it, to be run by somebody who knows the table; it reaches its aim together with those of
 *     the column's other findings, in any order. Null if there is none, or if none can be told for this database
 */
public record Finding(
        Severity severity,
        String column,
        String seen,
        String needed,
        @Nullable String statement) {

    /** How bad a finding is, the worst first. */
    public enum Severity {
        /** Ids can be cut off, come back changed, be equal although they differ, or be made by somebody else as well. */
        ERROR,
        /** Works today, and is a trap. */
        WARNING,
        /** Good to know. */
        NOTE
    }

    /** All of it in one line. */
    @Override
    public String toString() {
        return column + " " + seen + "; needed: " + needed + (statement == null ? "" : "; run: " + statement);
    }
}
