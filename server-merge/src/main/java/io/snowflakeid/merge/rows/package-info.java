/** Builds the SQL that selects the rows of a source with their values in the target, for the copy, the verification, and a single row. */
@NullMarked
package io.snowflakeid.merge.rows;

import org.jspecify.annotations.NullMarked;
