/** Finds a row of a source in the target, or the reason why the row is not there. */
@NullMarked
package io.snowflakeid.merge.where;

import org.jspecify.annotations.NullMarked;
