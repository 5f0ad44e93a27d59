package io.snowflakeid.column;

import org.jspecify.annotations.Nullable;

/**
 * What a database says about a column.
 *
 * @param name as the database spells it
 * @param view whether it is a column of a view or the like, whose table cannot be seen
 * @param typeName the type with its length and attributes, {@code int unsigned}
 * @param charset of a text, as MySQL and MariaDB have it; else null
 * @param collation of a text, null if it has none, or if it cannot be told
 */
record ColumnFacts(
        ColumnName name,
        boolean view,
        String typeName,
        ColumnType type,
        Filling filling,
        boolean nullable,
        boolean invisible,
        String comment,
        @Nullable String charset,
        @Nullable String collation) {}
