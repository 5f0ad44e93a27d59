/** Commands for operators of applications that use our ids: read ids, examine columns, look at workers. */
@NullMarked
package io.snowflakeid.cli;

import org.jspecify.annotations.NullMarked;
