package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** Limits for the parallel sessions, the transactions and the retries of a run. The key {@code keyless-rows} is accepted, but has no effect. */
@JsonIgnoreProperties("keyless-rows")
public record ExecutionConfig(int writers, int chunkRows, int retrySeconds) {}
