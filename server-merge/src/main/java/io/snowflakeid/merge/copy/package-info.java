/** Carries out a plan, in chunks that can be resumed. */
@NullMarked
package io.snowflakeid.merge.copy;

import org.jspecify.annotations.NullMarked;
