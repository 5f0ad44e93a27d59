/** SQL that selects the rows of a source for the target with their new values: for the copy, the verification, and one row. */
@NullMarked
package io.snowflakeid.merge.rows;

import org.jspecify.annotations.NullMarked;
