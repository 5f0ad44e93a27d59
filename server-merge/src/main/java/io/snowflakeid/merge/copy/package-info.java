/** Executes a merge plan in small transactions, so that a later call can continue a killed run. */
@NullMarked
package io.snowflakeid.merge.copy;

import org.jspecify.annotations.NullMarked;
