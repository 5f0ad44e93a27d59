/** Adapters for the id generators that a run can test. */
@NullMarked
package io.snowflakeid.verification.makers;

import org.jspecify.annotations.NullMarked;
