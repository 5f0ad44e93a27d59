/** Extensions of Apache ShardingSphere: a sharding algorithm by the gene of ids, and a key generator with a leased worker. */
@NullMarked
package io.snowflakeid.shardingsphere;

import org.jspecify.annotations.NullMarked;
