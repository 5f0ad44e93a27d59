package io.snowflakeid;

import java.util.Arrays;

/**
 * Makes 64-bit ids that no other generator of the same ledger ever makes. All threads and adapters of an application should share one generator,
 * which is thread-safe. The ids of one generator, without their genes, increase strictly in the order in which the calls take effect.
 */
public interface IdGenerator {

    /**
     * Returns the next id. On a layout with a gene, this method distributes the genes evenly. Use {@link #nextId(long)} for rows with a sharding key.
     *
     * <p>In a burst, a call parks until its tick is due. The wait may take about one tick if ticks are long.
     *
     * @return a positive number
     * @throws NoIdAvailableException if no id is available within the generator's longest wait
     */
    long nextId();

    /**
     * Returns the next id with the given gene, which is usually {@code layout().geneOf(shardingKey)} or {@code layout().geneIn(parentId)}.
     *
     * @param gene the gene, 0 to 2<sup>geneBits</sup> - 1. Do not pass the sharding key, because a small key is a valid gene of a wrong shard
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws NoIdAvailableException under the same conditions as {@link #nextId()}
     */
    long nextId(long gene);

    /**
     * Reserves {@code count} ids for one thread, in atomic steps of at most {@link SnowflakeLayout#burstSize()} ids. Unused ids become gaps.
     *
     * @throws IllegalArgumentException if count is less than 1
     * @throws NoIdAvailableException under the same conditions as {@link #nextId()}
     */
    IdBatch reserve(int count);

    /**
     * Fills an array with the ids of one batch. This method is the fastest way to make many ids.
     *
     * @throws NoIdAvailableException under the same conditions as {@link #nextId()}, after which the content of the array is unusable
     */
    default void fill(long[] ids) {
        if (ids.length > 0) {
            IdBatch batch = reserve(ids.length);
            Arrays.setAll(ids, i -> batch.next());
        }
    }

    /** Returns the layout of the ids. */
    SnowflakeLayout layout();
}
