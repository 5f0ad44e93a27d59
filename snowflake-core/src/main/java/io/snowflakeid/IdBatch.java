package io.snowflakeid;

/**
 * Ids in increasing order that {@link IdGenerator#reserve} has reserved. Only one thread at a time may use a batch.
 *
 * <p>The timestamps of the ids are the time of the reservation, even if the batch is used much later.
 */
public interface IdBatch {

    /**
     * Returns the next id of this batch. If the layout has a gene, the gene is chosen as in {@link IdGenerator#nextId()}.
     *
     * @throws java.util.NoSuchElementException if all ids of the batch have been taken
     * @throws NoIdAvailableException if the batch is larger than a burst, and the next part of the batch is not available
     */
    long next();

    /**
     * Returns the next id of this batch with the given gene.
     *
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws java.util.NoSuchElementException if all ids of the batch have been taken
     * @throws NoIdAvailableException under the same conditions as {@link #next()}
     */
    long next(long gene);

    /** Returns the number of ids that have not been taken. */
    int remaining();
}
