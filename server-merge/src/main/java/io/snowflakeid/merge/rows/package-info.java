/** Which rows of a source go into the target, and how they stand there, in SQL: for the copy, the verification, and one row. */
@NullMarked
package io.snowflakeid.merge.rows;

import org.jspecify.annotations.NullMarked;
