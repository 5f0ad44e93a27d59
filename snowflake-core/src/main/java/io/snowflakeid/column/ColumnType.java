package io.snowflakeid.column;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a column's type can hold, whatever its database calls it. */
sealed interface ColumnType {

    long UNLIMITED = Long.MAX_VALUE;

    /** Numbers of 0 to 2<sup>bits</sup> - 1; the sign is not counted. */
    record Whole(int bits, boolean signed) implements ColumnType {}

    /** Decimal numbers of so many digits, {@code scale} of them behind the point. */
    record Decimal(long digits, long scale) implements ColumnType {}

    /** Binary floating point: each whole number of up to so many bits is held exactly. */
    record Floating(int bits) implements ColumnType {}

    /** Texts of at most so many characters; {@code fixed} ones are filled up to that. */
    record Text(long length, boolean fixed) implements ColumnType {}

    /** Anything else. */
    record Other() implements ColumnType {}

    /**
     * Of the names of MySQL, MariaDB, PostgreSQL and H2, which do not contradict each other.
     *
     * @param name without length and attributes, in any case
     * @param length characters of a text, digits of a number; null where the type has no limit
     */
    static ColumnType of(String name, boolean unsigned, @Nullable Long length, @Nullable Long scale) {
        String known = name.toLowerCase(Locale.ROOT);
        long limit = length == null ? UNLIMITED : length;
        return switch (known) {
            case "decimal", "numeric", "decfloat" -> new Decimal(limit, scale == null ? 0 : scale);
            case "char", "character", "binary" -> new Text(limit, true);
            case "varchar",
                    "character varying",
                    "varchar_ignorecase",
                    "citext",
                    "tinytext",
                    "text",
                    "mediumtext",
                    "longtext",
                    "character large object",
                    "varbinary" -> new Text(limit, false);
            case "float", "real" -> new Floating(24);
            case "double", "double precision" -> new Floating(53);
            default -> whole(known, unsigned);
        };
    }

    private static ColumnType whole(String name, boolean unsigned) {
        int bits =
                switch (name) {
                    case "tinyint" -> 7;
                    case "smallint" -> 15;
                    case "mediumint" -> 23;
                    case "int", "integer" -> 31;
                    case "bigint" -> 63;
                    default -> 0;
                };
        return bits == 0 ? new Other() : new Whole(bits + (unsigned ? 1 : 0), !unsigned);
    }
}
