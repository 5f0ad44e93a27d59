/** Finds a row of a source in the target, or the reason why the target does not contain the row. */
@NullMarked
package io.snowflakeid.merge.where;

import org.jspecify.annotations.NullMarked;
