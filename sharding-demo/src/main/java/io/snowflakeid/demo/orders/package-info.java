/**
 * The story of the sharded orders: processes write orders, items and payments into 4 databases through ShardingSphere, Hibernate
 * and MyBatis; what came of it is read from the databases alone.
 */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
