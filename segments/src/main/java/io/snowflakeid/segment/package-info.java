/** Short, dense numbers from ranges that a database hands out. */
@NullMarked
package io.snowflakeid.segment;

import org.jspecify.annotations.NullMarked;
