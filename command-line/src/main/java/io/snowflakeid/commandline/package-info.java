/** Contains the code that all command-line tools of this project share. */
@NullMarked
package io.snowflakeid.commandline;

import org.jspecify.annotations.NullMarked;
