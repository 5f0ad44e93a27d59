/** Checks whether a database column can store Snowflake ids. */
@NullMarked
package io.snowflakeid.column;

import org.jspecify.annotations.NullMarked;
