/** Finds the copy of a source row in the target, or explains why the target contains no copy. */
@NullMarked
package io.snowflakeid.merge.where;

import org.jspecify.annotations.NullMarked;
