/** Inside Apache ShardingSphere: routes rows to shards by the gene of their ids, and fills in ids of a leased worker. */
@NullMarked
package io.snowflakeid.shardingsphere;

import org.jspecify.annotations.NullMarked;
