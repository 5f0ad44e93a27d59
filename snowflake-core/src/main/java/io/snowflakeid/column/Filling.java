package io.snowflakeid.column;

import java.util.regex.Pattern;

/**
 * What a database does by itself when an insert brings no value for the column.
 *
 * @param text the default as the database writes it down, empty for the other kinds
 */
record Filling(Kind kind, String text) {

    enum Kind {
        /** It refuses the insert, or stores null. */
        NOTHING,
        /** The largest value so far, plus one: MySQL, MariaDB. */
        AUTO_INCREMENT,
        /** The next value of the column's own sequence. */
        IDENTITY,
        /** The same, and an insert that brings a value is refused. */
        IDENTITY_ALWAYS,
        /** The value of an expression, for instance the next one of a sequence. */
        EXPRESSION,
        /** The same value each time. */
        CONSTANT,
        /** A value computed from other columns; an insert that brings one is refused. */
        COMPUTED
    }

    /** {@code 5}, {@code -5}, {@code 'x'}, {@code ('x'::character varying)}. */
    private static final Pattern CONSTANT =
            Pattern.compile("\\(*(-?[0-9.]+|'([^']|'')*')\\)*(::[a-z ]+(\\(\\d+\\))?)?\\)*");

    static Filling of(Kind kind) {
        return new Filling(kind, "");
    }

    /** Of a default as PostgreSQL, H2 and MariaDB write it down: a constant is told from an expression by its look. */
    static Filling ofDefault(String written) {
        return new Filling(CONSTANT.matcher(written).matches() ? Kind.CONSTANT : Kind.EXPRESSION, written);
    }
}
