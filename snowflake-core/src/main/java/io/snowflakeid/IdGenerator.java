package io.snowflakeid;

import java.util.Arrays;

/**
 * Makes 64-bit ids that no other generator of the same ledger ever makes.
 *
 * <p>Thread-safe; share one among all threads and adapters of an application. Without the gene, ids of one generator are strictly
 * increasing in the order in which the calls take effect.
 */
public interface IdGenerator {

    /**
     * The next id. On a layout with a gene, genes are spread evenly; use {@link #nextId(long)} for rows with a sharding key.
     *
     * <p>A call in a burst parks until its tick is due; with long ticks that may take about one tick.
     *
     * @return a positive number
     * @throws NoIdAvailableException if no id is available within the generator's longest wait
     */
    long nextId();

    /**
     * The next id with the given gene, usually {@code layout().geneOf(shardingKey)} or {@code layout().geneIn(parentId)}.
     *
     * @param gene 0 to 2<sup>geneBits</sup> - 1; not the sharding key itself, which may fit by chance and lead to another shard
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws NoIdAvailableException as {@link #nextId()}
     */
    long nextId(long gene);

    /**
     * Sets {@code count} ids aside for one thread, in atomic steps of at most {@link SnowflakeLayout#burstSize()} ids. Ids that are not
     * taken from the batch are gaps.
     *
     * @throws IllegalArgumentException if count is less than 1
     * @throws NoIdAvailableException as {@link #nextId()}
     */
    IdBatch reserve(int count);

    /**
     * Fills an array with the ids of a batch of its length: the fastest way to many ids.
     *
     * @throws NoIdAvailableException as {@link #nextId()}; do not use the array's content then
     */
    default void fill(long[] ids) {
        if (ids.length > 0) {
            IdBatch batch = reserve(ids.length);
            Arrays.setAll(ids, i -> batch.next());
        }
    }

    /** The layout of the ids. */
    SnowflakeLayout layout();
}
