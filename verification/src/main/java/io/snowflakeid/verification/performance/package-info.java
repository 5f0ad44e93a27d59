/** Code that benchmarks share, such as medians with intervals and the page with all figures. */
@NullMarked
package io.snowflakeid.verification.performance;

import org.jspecify.annotations.NullMarked;
