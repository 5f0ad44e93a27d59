package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A column.
 *
 * @param type the whole type as the catalog spells it, such as {@code int unsigned}, without display widths
 * @param autoIncrement whether the server counts the column
 * @param minimum the least integer that the column takes; null unless {@link Kind#INTEGER}
 * @param maximum the greatest integer that the column takes; null unless {@link Kind#INTEGER}; {@link Long#MAX_VALUE} for an unsigned BIGINT
 * @param characters the number of characters that a text takes, for MySQL's TEXT types of bytes; null unless {@link Kind#TEXT}, and for ENUM and SET
 * @param charset the character set of a text, or null
 * @param collation the collation of a text, or null
 * @param generated the expression that computes the column, or null
 * @param defaultValue the default as in the catalog, followed by {@code on update …} if an update sets it too; null without a default, or if it is
 *     NULL
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
        /** Includes ENUM and SET. */
        TEXT,
        BINARY,
        BIT,
        JSON,
        TEMPORAL,
        SPATIAL,
        OTHER
    }
}
