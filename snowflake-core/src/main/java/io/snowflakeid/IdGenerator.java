package io.snowflakeid;

import java.util.Arrays;

/**
 * Makes 64-bit ids that are unique among all generators of a ledger. A generator is thread-safe, so all threads and adapters of an application should
 * share one generator. The ids of one generator are strictly increasing in the order of the calls if the gene bits are ignored.
 */
public interface IdGenerator {

    /**
     * Returns the next id. On a layout with gene bits, this method distributes the genes evenly. Use {@link #nextId(long)} for rows with a sharding
     * key.
     *
     * <p>In a burst, the calling thread may park for about one tick.
     *
     * @return a positive number
     * @throws NoIdAvailableException if the generator cannot make an id within its longest wait
     */
    long nextId();

    /**
     * Returns the next id with the given gene bits. Pass a gene, not the sharding key, because a small sharding key can be equal to the gene of
     * another shard.
     *
     * @param gene a gene from 0 to 2<sup>geneBits</sup> - 1, from {@code layout().geneOf(shardingKey)} or {@code layout().geneIn(parentId)}
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws NoIdAvailableException if the generator cannot make an id within its longest wait
     */
    long nextId(long gene);

    /**
     * Reserves {@code count} ids, in atomic steps of at most {@link SnowflakeLayout#burstSize()} ids. A generator never reuses the unused ids of a
     * batch.
     *
     * @throws IllegalArgumentException if count is less than 1
     * @throws NoIdAvailableException if the generator cannot make an id within its longest wait
     */
    IdBatch reserve(int count);

    /**
     * Fills an array with the ids of one batch. This method is the fastest way to make many ids. After an exception, the content of the array is
     * undefined.
     *
     * @throws NoIdAvailableException if the generator cannot make all ids of the array
     */
    default void fill(long[] ids) {
        if (ids.length > 0) {
            IdBatch batch = reserve(ids.length);
            Arrays.setAll(ids, i -> batch.next());
        }
    }

    /** Returns the layout of the ids that this generator makes. */
    SnowflakeLayout layout();
}
