package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/** How much at once. {@code keyless-rows} is read, as older files have it, and has no effect. */
@JsonIgnoreProperties("keylessRows")
public record ExecutionConfig(
        int writers, int chunkRows, @Nullable Long keylessRows, int retrySeconds) {}
