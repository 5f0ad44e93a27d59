/** What one id costs, beside other generators in the same run. */
@NullMarked
package io.snowflakeid.benchmarks.generators;

import org.jspecify.annotations.NullMarked;
