/** Commands for operators: decode ids, check columns, list workers. */
@NullMarked
package io.snowflakeid.cli;

import org.jspecify.annotations.NullMarked;
