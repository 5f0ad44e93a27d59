/** Contains the commands that decode ids, check columns and list workers. */
@NullMarked
package io.snowflakeid.cli;

import org.jspecify.annotations.NullMarked;
