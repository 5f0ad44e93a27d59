package io.snowflakeid;

/**
 * Ids that were set aside by {@link IdGenerator#reserve}, in increasing order. For one thread at a time.
 *
 * <p>An id is as old as its reservation: a batch that is kept for an hour gives ids of an hour ago. They stay unique.
 */
public interface IdBatch {

    /**
     * The next id of this batch, with a gene as {@link IdGenerator#nextId()} draws it.
     *
     * @throws java.util.NoSuchElementException if all have been taken
     * @throws NoIdAvailableException if the batch is larger than a burst may hold at once and its next part is not to be had
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
