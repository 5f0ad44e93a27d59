/** Contains the command-line interface and the report of the demo. */
@NullMarked
package io.snowflakeid.demo;

import org.jspecify.annotations.NullMarked;
