/** Compares the target database with the sources and the plan. */
@NullMarked
package io.snowflakeid.merge.verify;

import org.jspecify.annotations.NullMarked;
