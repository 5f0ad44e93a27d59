package io.snowflakeid.merge.config;

/**
 * How much at once.
 *
 * @param writers sessions that copy side by side, 1 to 64
 * @param chunkRows rows of a transaction, 100 to 10,000,000
 * @param keylessRows how many rows of a table without a key are copied in one transaction; more go through a staging table
 * @param retrySeconds how long a lost connection is tried again
 */
public record ExecutionConfig(int writers, int chunkRows, long keylessRows, int retrySeconds) {

    /** What fits most. */
    public static final ExecutionConfig DEFAULT = new ExecutionConfig(4, 50_000, 1_000_000, 60);
}
