package io.snowflakeid;

/**
 * Makes 64-bit ids that are unique among all generators of a ledger. A generator is thread-safe, so all threads and adapters of an application should
 * share one generator. The ids of one generator are strictly increasing in the order of the calls if the gene bits are ignored.
 *
 * <p>On a layout with gene bits, {@link #nextId()} distributes the genes evenly. If all ids of a tick are used, the calling thread may wait for about
 * one tick. {@link #reserve} reserves ids in atomic steps of at most {@link SnowflakeLayout#burstSize()} ids.
 */
public interface IdGenerator extends IdSource {

    /**
     * Returns the next id with the given gene bits. Pass a gene, not the sharding key, because a small sharding key can be equal to the gene of
     * another shard.
     *
     * @param gene the result of {@code layout().geneOf(shardingKey)} or {@code layout().geneIn(parentId)}, at most {@code layout().maxGene()}
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws NoIdAvailableException if the generator cannot make an id within the maximum wait time
     */
    long nextId(long gene);

    /** Returns the layout of the ids that this generator makes. */
    SnowflakeLayout layout();
}
