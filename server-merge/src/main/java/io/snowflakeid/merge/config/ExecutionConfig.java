package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** How much a run does at once. A file may still hold {@code keyless-rows}, which has no effect. */
@JsonIgnoreProperties("keyless-rows")
public record ExecutionConfig(int writers, int chunkRows, int retrySeconds) {}
