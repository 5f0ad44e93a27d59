package io.snowflakeid.shardingsphere;

import io.snowflakeid.SnowflakeLayout;

/** Rejects layouts with gene bits, because a key generator cannot set the gene bits. */
final class GeneBits {

    private GeneBits() {}

    /** @throws IllegalArgumentException if the layout has gene bits */
    static void reject(SnowflakeLayout layout) {
        if (layout.geneBits() > 0) {
            throw new IllegalArgumentException("layout " + layout.spec() + " has " + layout.geneBits()
                    + " gene bits, but ShardingSphere does not pass the row's sharding key to a key generator, so the gene is"
                    + " unknown: set the id in the application before the insert, by @SnowflakeId(geneFrom = ...)"
                    + " or nextId(layout.geneOf(key)), or use a layout without a gene");
        }
    }
}
