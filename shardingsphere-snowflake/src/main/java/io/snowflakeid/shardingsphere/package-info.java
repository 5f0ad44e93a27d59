/** Routes rows to shards by the gene of their ids, inside Apache ShardingSphere. */
@NullMarked
package io.snowflakeid.shardingsphere;

import org.jspecify.annotations.NullMarked;
