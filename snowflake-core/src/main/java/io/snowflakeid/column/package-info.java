/**
 * Checks whether a column of a real database can hold Snowflake ids: {@link io.snowflakeid.column.IdColumn} reads the column and
 * reports what is wrong with it. The generator does not need this package.
 */
@NullMarked
package io.snowflakeid.column;

import org.jspecify.annotations.NullMarked;
