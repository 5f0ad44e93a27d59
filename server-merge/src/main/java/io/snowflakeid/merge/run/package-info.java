/** Doing what the plan says, in chunks that can be resumed, and proving the result. */
@NullMarked
package io.snowflakeid.merge.run;

import org.jspecify.annotations.NullMarked;
