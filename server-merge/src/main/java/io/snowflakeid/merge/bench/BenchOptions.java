package io.snowflakeid.merge.bench;

import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.ServerConfig;

/**
 * What to measure.
 *
 * @param server where to; databases whose names begin with {@code server_merge_bench_} are made and dropped there
 * @param sources how many servers are merged, 2 to 20
 * @param rows of each source's large table, at least 1,000; a tenth as many parents come on top
 * @param execution how much at once
 */
public record BenchOptions(ServerConfig server, int sources, long rows, ExecutionConfig execution) {

    /** Refuses sizes that measure nothing. */
    public BenchOptions {
        if (sources < 2 || sources > 20) {
            throw new IllegalArgumentException("sources must be between 2 and 20, but is " + sources);
        }
        if (rows < 1_000) {
            throw new IllegalArgumentException("rows must be at least 1000, but is " + rows);
        }
    }
}
