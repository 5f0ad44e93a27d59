/** The sharded orders: processes write them, and the results are read from the databases. */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
