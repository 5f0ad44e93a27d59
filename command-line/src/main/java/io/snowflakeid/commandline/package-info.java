/** Code that all command lines share, such as exit codes, failures, progress, databases, and escaping of printed text. */
@NullMarked
package io.snowflakeid.commandline;

import org.jspecify.annotations.NullMarked;
