/**
 * Whether a real column of a real database can hold Snowflake ids: {@link io.snowflakeid.column.IdColumn} reads it and says what is
 * wrong, and by which statement it is mended.
 */
@NullMarked
package io.snowflakeid.column;

import org.jspecify.annotations.NullMarked;
