package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The definition of a column, as read from the catalog.
 *
 * @param type the complete type without a display width, such as {@code int unsigned}
 * @param autoIncrement true for an AUTO_INCREMENT column
 * @param minimum the smallest integer that the column can store, or null if the column has no integer type
 * @param maximum the greatest integer that the column can store, but at most {@link Long#MAX_VALUE}, or null if the column has no integer type
 * @param characters the maximum length of a CHAR or VARCHAR in characters, or of a TEXT in bytes, or null for other types
 * @param charset the character set of a text column, or null for other types
 * @param collation the collation of a text column, or null for other types
 * @param generated the expression of a generated column, or null for other columns
 * @param defaultValue the default value and {@code on update} clause, or null if both are missing ({@code DEFAULT NULL} counts as missing)
 */
public record Column(
        String name,
        String type,
        Kind kind,
        boolean nullable,
        boolean autoIncrement,
        @Nullable Long minimum,
        @Nullable Long maximum,
        @Nullable Long characters,
        @Nullable String charset,
        @Nullable String collation,
        @Nullable String generated,
        @Nullable String defaultValue) {

    public enum Kind {
        INTEGER,
        DECIMAL,
        FLOAT,
        /** The text types, including ENUM and SET. */
        TEXT,
        BINARY,
        BIT,
        JSON,
        TEMPORAL,
        SPATIAL,
        OTHER
    }
}
