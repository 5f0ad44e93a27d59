package io.snowflakeid;

/**
 * A sequence of ids, reserved by {@link IdSource#reserve}. Only one thread at a time may use a batch. A batch returns increasing ids if its
 * {@link IdSource} makes increasing ids.
 *
 * <p>The timestamp of a Snowflake id is the time of its reservation, even if the application takes the id much later.
 */
public interface IdBatch {

    /**
     * Returns the next id of this batch. On a layout with gene bits, the genes of a batch are evenly distributed.
     *
     * @throws java.util.NoSuchElementException if all ids of the batch have been taken
     * @throws NoIdAvailableException if the generator cannot reserve the next part of a batch that is larger than {@link SnowflakeLayout#burstSize()}
     */
    long next();

    /**
     * Returns the next id of this batch with the given gene.
     *
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws UnsupportedOperationException if the source's ids have no gene
     * @throws java.util.NoSuchElementException if all ids of the batch have been taken
     * @throws NoIdAvailableException if the generator cannot reserve the next part of a batch that is larger than {@link SnowflakeLayout#burstSize()}
     */
    long next(long gene);

    /** Returns the number of ids of this batch that have not been taken. */
    int remaining();
}
