package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** The amount of work that a run does at the same time. A file may still contain {@code keyless-rows}, which has no effect. */
@JsonIgnoreProperties("keyless-rows")
public record ExecutionConfig(int writers, int chunkRows, int retrySeconds) {}
