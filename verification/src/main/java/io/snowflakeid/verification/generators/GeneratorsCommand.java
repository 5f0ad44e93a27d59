package io.snowflakeid.verification.generators;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.verification.performance.Measured;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.performance.Target;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "generators",
        mixinStandardHelpOptions = true,
        description =
                "Measures the cost of one id and of 10,000, compared with other generators in the same run (JMH).",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:with --quick, a ratio is more than 30 %% off its target", "2:wrong usage"})
public final class GeneratorsCommand implements Callable<Integer> {

    private static final double MEDIAN = 50;
    private static final int ROUNDS_WITHOUT_TARGET = 5;

    @Option(names = "--quick", description = "One round of generators with a target: less than five minutes.")
    private boolean quick;

    @Option(
            names = "--rounds",
            defaultValue = "10",
            description = "JVMs per figure, at most 5 for one without a target; default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--generators",
            split = ",",
            description = "The generators; default: all of ${COMPLETION-CANDIDATES}.")
    private List<Generator> generators = List.of(Generator.values());

    @Mixin
    private PageOptions pageOptions = new PageOptions();

    @Override
    public Integer call() throws Exception {
        pageOptions.check();
        CommandFailure.requireBetween("--rounds", rounds, 1, 1_000, "");
        Map<Table, Map<Generator, Measured>> results = measure();
        Figures figures =
                Figures.of(quick ? 1 : rounds, results, UnderLoad.measure(), quick ? List.of() : Ranges.measure());
        pageOptions.report("generators", PageOptions.javaVersion(), figures);
        return quick && figures.ratios().stream().anyMatch(Target::farOff) ? ExitCode.FOUND : ExitCode.FINE;
    }

    private Map<Table, Map<Generator, Measured>> measure() throws RunnerException {
        Map<Table, Map<Generator, Measured>> results = new EnumMap<>(Table.class);
        for (int round = 0; round < (quick ? 1 : rounds); round++) {
            for (Table table : Table.values()) {
                for (Generator generator : table.generators(generators)) {
                    if (Figures.compares(table, generator) || (!quick && round < ROUNDS_WITHOUT_TARGET)) {
                        results.computeIfAbsent(table, any -> new EnumMap<>(Generator.class))
                                .computeIfAbsent(generator, any -> new Measured(new ArrayList<>()))
                                .rounds()
                                .add(inOneJvm(table, generator));
                    }
                }
            }
        }
        return results;
    }

    private static double inOneJvm(Table table, Generator generator) throws RunnerException {
        RunResult result = new Runner(new OptionsBuilder()
                        .include(OneId.class.getName() + "." + table.method + "$")
                        .param("generator", generator.name())
                        .mode(table.afterPause ? Mode.SampleTime : Mode.AverageTime)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.milliseconds(300))
                        .measurementIterations(8)
                        .measurementTime(TimeValue.milliseconds(150))
                        .jvmArgs("-Xmx512m")
                        .build())
                .runSingle();
        // other load only slows iterations down, so the fastest iteration is the best estimate
        return table.afterPause
                ? result.getPrimaryResult().getStatistics().getPercentile(MEDIAN)
                : result.getAggregatedResult().getIterationResults().stream()
                        .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                        .min()
                        .orElseThrow();
    }
}
