/** The sharded orders: several processes write orders, and the demo reads the results from the databases. */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
