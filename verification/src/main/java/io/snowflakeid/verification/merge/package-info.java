/** Measures the cost of a merge in comparison with the server's own copy of the same rows. */
@NullMarked
package io.snowflakeid.verification.merge;

import org.jspecify.annotations.NullMarked;
