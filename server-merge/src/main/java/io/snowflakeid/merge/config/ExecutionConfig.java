package io.snowflakeid.merge.config;

/** How much at once. */
public record ExecutionConfig(
        @Key(otherwise = "4", least = 1, greatest = 64) int writers,

        @Key(otherwise = "50000", least = 100, greatest = 10_000_000)
        int chunkRows,

        @Key(otherwise = "1000000", least = 0, greatest = 100_000_000)
        long keylessRows,

        @Key(otherwise = "60", least = 0, greatest = 86_400) int retrySeconds) {}
