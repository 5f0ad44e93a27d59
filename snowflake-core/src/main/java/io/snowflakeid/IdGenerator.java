package io.snowflakeid;

import java.util.Arrays;

/**
 * Makes 64-bit ids that no other generator of the same ledger ever makes.
 *
 * <p>Thread-safe; share one among all threads and adapters of an application. Ids of one generator are strictly increasing in
 * the order in which the calls took effect, as long as the gene is not looked at: two ids of one tick and sequence do not exist.
 */
public interface IdGenerator {

    /**
     * The next id. On a layout with a gene, the gene is drawn evenly; rows that belong to a sharding key want
     * {@link #nextId(long)}.
     *
     * <p>A call in a burst parks until its tick is due; with long ticks that may take about one tick.
     *
     * @return a positive number
     * @throws NoIdAvailableException if no id can be had within the time that the generator was told to wait
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
     * Sets {@code count} ids aside for one thread, in one atomic step for as many as a burst may hold at once (at
     * most {@link SnowflakeLayout#burstSize()}), in further steps for more. What is not taken from the batch is a gap, nothing else.
     *
     * @param count at least 1
     * @throws IllegalArgumentException if count is less than 1
     * @throws NoIdAvailableException as {@link #nextId()}
     */
    IdBatch reserve(int count);

    /**
     * Fills an array with the next ids, as a batch of its length would give them: the fastest way to many ids at once.
     *
     * @throws NoIdAvailableException as {@link #nextId()}; what the array holds then is of no use
     */
    default void fill(long[] ids) {
        if (ids.length > 0) {
            IdBatch batch = reserve(ids.length);
            Arrays.setAll(ids, i -> batch.next());
        }
    }

    /** What the ids consist of. */
    SnowflakeLayout layout();
}
