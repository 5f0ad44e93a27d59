/** Extensions of Apache ShardingSphere, for sharding by the gene of ids, and for keys from a generator with a leased worker. */
@NullMarked
package io.snowflakeid.shardingsphere;

import org.jspecify.annotations.NullMarked;
