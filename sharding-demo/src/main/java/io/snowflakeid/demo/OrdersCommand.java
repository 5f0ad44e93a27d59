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
