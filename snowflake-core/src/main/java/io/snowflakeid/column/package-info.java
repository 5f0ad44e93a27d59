/** Checks whether Snowflake ids are safe in a column of a real database. The generator does not need this package. */
@NullMarked
package io.snowflakeid.column;

import org.jspecify.annotations.NullMarked;
