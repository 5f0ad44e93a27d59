package io.snowflakeid.demo;

import io.snowflakeid.demo.RunOptions.OrdersSize;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The first half of the story. */
@Command(
        name = "orders",
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
            "Writes orders, items and payments to 64 logical shards on 4 databases.",
            "Several processes do so through Hibernate and MyBatis; then every id is compared with "
                    + "every other one."
        },
        footer = {"", "Example:", "  java -jar sharding-demo.jar orders --orders 100000 --writers 4"})
final class OrdersCommand implements Callable<Integer> {

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private OrdersSize size = new OrdersSize();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return new DemoRun(run, DemoRun.terminalOf(spec)).play(size.options(run.seed()), null);
    }
}
