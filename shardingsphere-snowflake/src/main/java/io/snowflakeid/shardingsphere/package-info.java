/** Contains extensions of Apache ShardingSphere that shard by gene bits and generate ids with leased workers. */
@NullMarked
package io.snowflakeid.shardingsphere;

import org.jspecify.annotations.NullMarked;
