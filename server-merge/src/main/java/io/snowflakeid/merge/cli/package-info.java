/** The command line. */
@NullMarked
package io.snowflakeid.merge.cli;

import org.jspecify.annotations.NullMarked;
