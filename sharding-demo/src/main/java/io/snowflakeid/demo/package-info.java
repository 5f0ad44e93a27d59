/** The command line of the demo, its report and its summary. */
@NullMarked
package io.snowflakeid.demo;

import org.jspecify.annotations.NullMarked;
