package io.snowflakeid.mybatis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Prints the figures of {@link InterceptorBenchmark}; no part of the tests, it runs only by name, as docs/internals/testing.md says. */
class InterceptorCost {

    @Test
    void figures() throws RunnerException {
        var results = new Runner(new OptionsBuilder()
                        .include(InterceptorBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        assertThat(results).hasSize(8);
        Map<String, Map<String, Double>> nanos = new TreeMap<>();
        for (RunResult result : results) {
            nanos.computeIfAbsent(result.getPrimaryResult().getLabel(), label -> new TreeMap<>())
                    .put(result.getParams().getParam("interceptor"), lowerQuartileOf(result));
        }
        System.out.printf(Locale.ROOT, "%-15s %12s %12s   (ns per call)%n", "", "without", "with");
        nanos.forEach((label, figures) -> System.out.printf(
                Locale.ROOT, "%-15s %,12.1f %,12.1f%n", label, figures.get("without"), figures.get("with")));
    }

    private static double lowerQuartileOf(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(25);
    }
}
