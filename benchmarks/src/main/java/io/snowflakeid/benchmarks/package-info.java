/** The command line of the comparisons with other makers of ids. */
@NullMarked
package io.snowflakeid.benchmarks;

import org.jspecify.annotations.NullMarked;
