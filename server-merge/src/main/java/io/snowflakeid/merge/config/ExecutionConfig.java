package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * Limits the parallel sessions, the transaction size and the retry time of a merge. The key {@code keyless-rows} in {@code merge.yaml} has no effect.
 */
@JsonIgnoreProperties("keyless-rows")
public record ExecutionConfig(int writers, int chunkRows, int retrySeconds) {}
