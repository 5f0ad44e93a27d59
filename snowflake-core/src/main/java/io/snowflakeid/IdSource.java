package io.snowflakeid;

import java.util.Arrays;

/** Makes unique ids, which have a layout if the source is an {@link IdGenerator}. Implementations are thread-safe. */
public interface IdSource {

    /**
     * Returns the next id, which is a positive number.
     *
     * @throws NoIdAvailableException if the source cannot make an id within the maximum wait time
     */
    long nextId();

    /**
     * Reserves {@code count} ids. A source never reuses the unused ids of a batch.
     *
     * @throws IllegalArgumentException if count is less than 1
     * @throws NoIdAvailableException if the source cannot make an id within the maximum wait time
     */
    IdBatch reserve(int count);

    /**
     * Fills an array with the ids of one batch. This method is the fastest way to make many ids. After an exception, the content of the array is
     * undefined.
     *
     * @throws NoIdAvailableException if the source cannot make all ids of the array
     */
    default void fill(long[] ids) {
        if (ids.length > 0) {
            IdBatch batch = reserve(ids.length);
            Arrays.setAll(ids, i -> batch.next());
        }
    }
}
