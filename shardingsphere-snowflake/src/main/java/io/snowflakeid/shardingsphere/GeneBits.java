package io.snowflakeid.shardingsphere;

import io.snowflakeid.SnowflakeLayout;

/** Why a key generator has no use for them. */
final class GeneBits {

    private GeneBits() {}

    /** @throws IllegalArgumentException if the layout has any */
    static void refuse(SnowflakeLayout layout) {
        if (layout.geneBits() > 0) {
            throw new IllegalArgumentException("layout " + layout.spec() + " has " + layout.geneBits()
                    + " gene bits, but ShardingSphere does not tell a key generator the row's sharding key, from which the"
                    + " gene is taken: let the application set the id before the insert, by @SnowflakeId(geneFrom = ...)"
                    + " or nextId(layout.geneOf(key)), or take a layout without a gene");
        }
    }
}
