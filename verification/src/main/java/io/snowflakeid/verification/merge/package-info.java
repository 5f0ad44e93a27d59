/** Measures the duration of a merge, compared with {@code INSERT SELECT} statements that copy the same rows. */
@NullMarked
package io.snowflakeid.verification.merge;

import org.jspecify.annotations.NullMarked;
