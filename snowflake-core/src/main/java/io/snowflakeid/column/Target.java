package io.snowflakeid.column;

import org.jspecify.annotations.Nullable;

/**
 * What the column should become, as far as it is not right yet.
 *
 * @param type {@code BIGINT} or {@code VARCHAR(n)}; null keeps the type
 * @param text whether it is for texts
 * @param comparedByBytes whether the collation must become one that compares bytes; false keeps it
 */
record Target(@Nullable String type, boolean text, boolean comparedByBytes) {}
