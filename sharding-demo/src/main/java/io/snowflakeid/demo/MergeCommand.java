package io.snowflakeid.demo;

import io.snowflakeid.demo.RunOptions.MergeSize;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The second half of the story. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = {
            "3 game servers, each with its own database, become one by a plain copy: with AUTO_INCREMENT ids,",
            "with the textbook Snowflake class and its defaults, and with ours. Counts what clashes and what is lost."
        },
        footer = {"", "Example:", "  java -jar sharding-demo.jar merge --players 60000"})
final class MergeCommand implements Callable<Integer> {

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private MergeSize size = new MergeSize();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return new DemoRun(run, DemoRun.terminalOf(spec)).play(null, size.options(run.seed()));
    }
}
