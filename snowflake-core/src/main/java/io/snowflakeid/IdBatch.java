package io.snowflakeid;

/**
 * Ids that were set aside by {@link IdGenerator#reserve}, in increasing order. Only one thread at a time may use a batch.
 *
 * <p>The time of an id is that of its reservation, however long the batch is kept.
 */
public interface IdBatch {

    /**
     * The next id of this batch, with a gene as {@link IdGenerator#nextId()} draws it.
     *
     * @throws java.util.NoSuchElementException if all have been taken
     * @throws NoIdAvailableException if the batch is larger than a burst, and its next part is not available
     */
    long next();

    /**
     * The next id of this batch with the given gene.
     *
     * @throws IllegalArgumentException if the gene does not fit into the layout's gene bits
     * @throws java.util.NoSuchElementException if all have been taken
     * @throws NoIdAvailableException as {@link #next()}
     */
    long next(long gene);

    /** How many ids are left. */
    int remaining();
}
