/** What one id costs, beside other generators in the same run. */
@NullMarked
package io.snowflakeid.verification.generators;

import org.jspecify.annotations.NullMarked;
