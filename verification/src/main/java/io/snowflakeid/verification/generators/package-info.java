/** Measures the cost of one id, compared with other generators in the same run. */
@NullMarked
package io.snowflakeid.verification.generators;

import org.jspecify.annotations.NullMarked;
