package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The definition of a column in the catalog.
 *
 * @param type the complete type in the catalog's spelling, such as {@code int unsigned}, without a display width
 * @param autoIncrement true if the server generates the values with a counter
 * @param minimum the smallest integer that the column can store; null unless the kind is {@link Kind#INTEGER}
 * @param maximum the greatest integer that the column can store, {@link Long#MAX_VALUE} for an unsigned BIGINT; null unless the kind is
 *     {@link Kind#INTEGER}
 * @param characters the maximum length of a text in characters, or in bytes for MySQL's TEXT types; null for ENUM, SET and other kinds
 * @param charset the character set of a text, or null
 * @param collation the collation of a text, or null
 * @param generated the expression of a generated column, or null
 * @param defaultValue the default in the catalog's spelling, followed by {@code on update …} if an update also sets the value; null if the default is
 *     missing or NULL
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
        /** A text type, including ENUM and SET. */
        TEXT,
        BINARY,
        BIT,
        JSON,
        TEMPORAL,
        SPATIAL,
        OTHER
    }
}
