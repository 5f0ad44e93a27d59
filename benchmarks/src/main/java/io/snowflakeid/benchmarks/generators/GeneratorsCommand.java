package io.snowflakeid.benchmarks.generators;

import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what one id costs, and prints each ratio beside its target. */
@Command(
        name = "generators",
        mixinStandardHelpOptions = true,
        description = "Measures what one id costs, beside other generators in the same run (JMH).",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:with --quick, a ratio is more than 30 %% off its target", "2:wrong usage"})
public final class GeneratorsCommand implements Callable<Integer> {

    private static final double QUICK_TOLERANCE = 1.3;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--quick", description = "One JVM and two seconds for each number: about two minutes.")
    private boolean quick;

    @Option(names = "--forks", defaultValue = "5", description = "JVMs for each number; default: ${DEFAULT-VALUE}.")
    private int forks;

    @Option(names = "--generators", split = ",", description = "Which ones; default: all of ${COMPLETION-CANDIDATES}.")
    private List<Generator> generators = List.of(Generator.values());

    @Option(names = "--json", paramLabel = "FILE", description = "Where JMH's results go.")
    private @Nullable Path json;

    /** A ratio of ours to another one, the smaller the better. */
    private record Target(String benchmark, Generator ours, Generator to, double most) {}

    private static final List<Target> TARGETS = List.of(
            new Target("oneThread", Generator.SNOWFLAKEID, Generator.PUBLISHED_CLOCK, 1.10),
            new Target("oneThread", Generator.SNOWFLAKEID_LEASED, Generator.PUBLISHED_CLOCK, 1.25),
            new Target("freshMillisecond", Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 3.0),
            new Target("freshMillisecond", Generator.SNOWFLAKEID, Generator.MYBATIS_PLUS, 1 / 1.3),
            new Target("twoThreads", Generator.SNOWFLAKEID, Generator.ATOMIC_LONG, 1 / 0.8),
            new Target("twoThreads", Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 4.0));

    @Override
    public Integer call() throws RunnerException {
        Map<String, Map<Generator, Result<?>>> measured = measure();
        measured.forEach((benchmark, results) -> {
            print("%n%-18s %20s %10s %10s", benchmark, "", "ns/id", "+-");
            results.forEach((generator, result) -> print(
                    "%-18s %20s %10.1f %10.1f",
                    "", generator.name().toLowerCase(Locale.ROOT), result.getScore(), result.getScoreError()));
        });
        print("%nratio to           %20s %10s %10s", "", "measured", "at most");
        boolean near = true;
        for (Target target : TARGETS) {
            Map<Generator, Result<?>> results = measured.getOrDefault(target.benchmark(), Map.of());
            Result<?> ours = results.get(target.ours());
            Result<?> to = results.get(target.to());
            if (ours != null && to != null) {
                double ratio = ours.getScore() / to.getScore();
                near &= ratio <= target.most() * QUICK_TOLERANCE;
                print(
                        "%-18s %20s %10.2f %10.2f  %s",
                        target.benchmark(), name(target), ratio, target.most(), ours(target));
            }
        }
        return quick && !near ? 1 : 0;
    }

    private static String name(Target target) {
        return target.to().name().toLowerCase(Locale.ROOT);
    }

    private static String ours(Target target) {
        return target.ours() == Generator.SNOWFLAKEID
                ? ""
                : target.ours().name().toLowerCase(Locale.ROOT);
    }

    private Map<String, Map<Generator, Result<?>>> measure() throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(OneId.class.getName())
                .param("generator", generators.stream().map(Enum::name).toArray(String[]::new))
                .shouldFailOnError(true)
                .forks(quick ? 1 : forks)
                .warmupIterations(quick ? 1 : 3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(quick ? 2 : 5)
                .measurementTime(TimeValue.seconds(1))
                .jvmArgs("-Xmx512m");
        if (json != null) {
            options.result(json.toString()).resultFormat(ResultFormatType.JSON);
        }
        return byBenchmark(new Runner(options.build()).run());
    }

    private static Map<String, Map<Generator, Result<?>>> byBenchmark(Collection<RunResult> runs) {
        Map<String, Map<Generator, Result<?>>> measured = new TreeMap<>();
        for (RunResult run : runs) {
            String benchmark = run.getParams().getBenchmark();
            measured.computeIfAbsent(
                            benchmark.substring(benchmark.lastIndexOf('.') + 1), name -> new EnumMap<>(Generator.class))
                    .put(Generator.valueOf(run.getParams().getParam("generator")), run.getPrimaryResult());
        }
        return measured;
    }

    private void print(String format, Object... values) {
        if (spec == null) {
            throw new IllegalStateException("the command has no specification: run it by picocli");
        }
        spec.commandLine().getOut().println(String.format(Locale.ROOT, format, values));
    }
}
