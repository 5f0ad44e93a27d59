/** Builds the SQL that selects the rows of a source with the values that the rows have in the target. */
@NullMarked
package io.snowflakeid.merge.rows;

import org.jspecify.annotations.NullMarked;
