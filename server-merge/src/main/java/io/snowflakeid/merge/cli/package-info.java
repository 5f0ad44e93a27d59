/** The command line of {@code server-merge}. */
@NullMarked
package io.snowflakeid.merge.cli;

import org.jspecify.annotations.NullMarked;
