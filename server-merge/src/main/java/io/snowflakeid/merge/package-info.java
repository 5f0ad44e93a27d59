/** Merges N game-server databases into one: plan, run, verify, report. */
@NullMarked
package io.snowflakeid.merge;

import org.jspecify.annotations.NullMarked;
