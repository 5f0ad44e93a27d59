package io.snowflakeid.merge.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A column.
 *
 * @param type the whole type as the catalog spells it, such as {@code int unsigned}, without display widths
 * @param autoIncrement whether the server counts it
 * @param minimum the least integer it takes, or null unless {@link Kind#INTEGER}
 * @param maximum the greatest integer it takes, or null unless {@link Kind#INTEGER}; {@link Long#MAX_VALUE} for an unsigned
 *     BIGINT
 * @param characters how many characters it takes, or null unless {@link Kind#TEXT}, and for ENUM and SET; for MySQL's TEXT types
 *     as many bytes
 * @param charset of a text, or null
 * @param collation of a text, or null
 * @param generated the expression it is computed from, or null
 * @param defaultValue as the catalog has it, followed by {@code on update …} where an update sets it too; null where there is
 *     none, or where it is NULL
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
        /** Also ENUM and SET. */
        TEXT,
        BINARY,
        BIT,
        JSON,
        TEMPORAL,
        SPATIAL,
        OTHER
    }
}
