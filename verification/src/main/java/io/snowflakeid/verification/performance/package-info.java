/** Code that benchmarks share, such as medians with intervals and the page with all figures, and the benchmark of indexes. */
@NullMarked
package io.snowflakeid.verification.performance;

import org.jspecify.annotations.NullMarked;
