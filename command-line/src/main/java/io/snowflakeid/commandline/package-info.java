/** Common code of the command lines: exit codes, failures, progress, databases, and escaping of printed text. */
@NullMarked
package io.snowflakeid.commandline;

import org.jspecify.annotations.NullMarked;
