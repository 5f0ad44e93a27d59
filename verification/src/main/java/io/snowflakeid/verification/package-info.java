/** The main program with its commands. */
@NullMarked
package io.snowflakeid.verification;

import org.jspecify.annotations.NullMarked;
