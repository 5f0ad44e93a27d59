/**
 * The story of the sharded orders: several processes write orders, items and payments into 4 databases through ShardingSphere,
 * Hibernate and MyBatis; then every id and every row is checked from the databases themselves.
 */
@NullMarked
package io.snowflakeid.demo.orders;

import org.jspecify.annotations.NullMarked;
