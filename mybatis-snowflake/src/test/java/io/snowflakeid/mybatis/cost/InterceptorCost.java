package io.snowflakeid.mybatis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Prints the figures of {@link InterceptorBenchmark}; no part of the tests, it runs only by name, as docs/mybatis.md says. */
class InterceptorCost {

    @Test
    void figures() throws RunnerException {
        var results = new Runner(new OptionsBuilder()
                        .include(InterceptorBenchmark.class.getName())
                        .build())
                .run();

        assertThat(results).hasSize(8);
    }
}
