package io.snowflakeid.merge.config;

/**
 * How much at once.
 *
 * @param writers sessions that copy side by side, 1 to 64
 * @param chunkRows rows of a transaction, 100 to 10,000,000
 * @param keylessRows how many rows of a table without a key are copied in one transaction, 0 to 100,000,000; more go through a staging
 *     table
 * @param retrySeconds how long a lost connection is tried again, 0 to 86,400
 */
public record ExecutionConfig(
        @Key(otherwise = "4", least = 1, greatest = MOST_WRITERS)
        int writers,

        @Key(otherwise = "50000", least = LEAST_CHUNK_ROWS, greatest = MOST_CHUNK_ROWS)
        int chunkRows,

        @Key(otherwise = "1000000", least = 0, greatest = MOST_KEYLESS_ROWS)
        long keylessRows,

        @Key(otherwise = "60", least = 0, greatest = MOST_RETRY_SECONDS)
        int retrySeconds) {

    /** Refuses what is out of range. */
    public ExecutionConfig {
        new Checks()
                .between("writers", writers, 1, MOST_WRITERS)
                .between("chunk-rows", chunkRows, LEAST_CHUNK_ROWS, MOST_CHUNK_ROWS)
                .between("keyless-rows", keylessRows, 0, MOST_KEYLESS_ROWS)
                .between("retry-seconds", retrySeconds, 0, MOST_RETRY_SECONDS)
                .refuseIfAny();
    }

    static final int MOST_WRITERS = 64;
    static final int LEAST_CHUNK_ROWS = 100;
    static final int MOST_CHUNK_ROWS = 10_000_000;
    static final long MOST_KEYLESS_ROWS = 100_000_000;
    static final int MOST_RETRY_SECONDS = 86_400;

    /** What fits most. */
    public static final ExecutionConfig DEFAULT = new ExecutionConfig(4, 50_000, 1_000_000, 60);
}
