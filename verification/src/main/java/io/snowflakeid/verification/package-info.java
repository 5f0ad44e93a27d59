/** The command line of the verification. */
@NullMarked
package io.snowflakeid.verification;

import org.jspecify.annotations.NullMarked;
