/** The demo on the command line: its options, a run from the databases to the report, and the summary. */
@NullMarked
package io.snowflakeid.demo;

import org.jspecify.annotations.NullMarked;
