/** Makers of ids that a run can put to the test, and ours. */
@NullMarked
package io.snowflakeid.verification.makers;

import org.jspecify.annotations.NullMarked;
