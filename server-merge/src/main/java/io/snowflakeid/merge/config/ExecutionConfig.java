package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** Settings that limit how much work a run does at the same time. A file may still contain the key {@code keyless-rows}, which has no effect. */
@JsonIgnoreProperties("keyless-rows")
public record ExecutionConfig(int writers, int chunkRows, int retrySeconds) {}
