/** Writes sharded orders in several processes, and checks the stored rows. */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
