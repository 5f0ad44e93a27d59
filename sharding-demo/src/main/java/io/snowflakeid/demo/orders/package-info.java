/** The sharded orders, which several processes write, and which the demo checks in the databases. */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
