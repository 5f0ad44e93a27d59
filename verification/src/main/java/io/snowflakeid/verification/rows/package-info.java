/** Measures the cost of ids in inserted rows, in JSON, and in statements without ids. */
@NullMarked
package io.snowflakeid.verification.rows;

import org.jspecify.annotations.NullMarked;
