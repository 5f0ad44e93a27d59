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
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every id was unique and every row arrived",
            " 1:a duplicate id or a lost row was found",
            " 2:wrong usage",
            " 3:a database is unreachable or refuses the user, there are too few, or tables exist already",
            " 4:something else went wrong: a fault of the demo",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        description = {
            "Merges 3 game servers with a database each into one, and counts what clashes and is lost.",
            "A plain copy is made three times: with AUTO_INCREMENT ids, with the textbook Snowflake "
                    + "class and its defaults, and with ours. server-merge then merges what a plain copy cannot: "
                    + "counted ids are moved, ours are proved to differ and kept."
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
