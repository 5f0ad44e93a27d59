/** Executes a plan in chunks, so that a later call can continue a run. */
@NullMarked
package io.snowflakeid.merge.copy;

import org.jspecify.annotations.NullMarked;
