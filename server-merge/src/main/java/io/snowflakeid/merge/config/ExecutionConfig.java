package io.snowflakeid.merge.config;

/** How much at once. */
public record ExecutionConfig(int writers, int chunkRows, int retrySeconds) {}
