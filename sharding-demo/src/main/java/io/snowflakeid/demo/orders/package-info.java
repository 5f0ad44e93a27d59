/** The story of the sharded orders: processes write them, and what came of it is read from the databases alone. */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
