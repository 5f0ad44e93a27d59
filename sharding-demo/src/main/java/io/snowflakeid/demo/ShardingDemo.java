package io.snowflakeid.demo;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.demo.RunOptions.MergeSize;
import io.snowflakeid.demo.RunOptions.OrdersSize;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/** The demo's command line. Without a command it tells the whole story: sharded orders, merged game servers, a report. */
@Command(
        name = "sharding-demo",
        description = {
            "64-bit Snowflake ids at work: orders sharded over 4 databases, then 3 game servers merged into one.",
            "Without a command: both, on embedded H2 databases, with a report in HTML and JSON."
        },
        mixinStandardHelpOptions = true,
        version = "snowflakeid sharding-demo 0.1.0-SNAPSHOT",
        footer = {
            "",
            "Examples:",
            "  java -jar sharding-demo.jar",
            "  MYSQL_PASSWORD=secret java -jar sharding-demo.jar --mysql-user shop \\",
            "    --mysql jdbc:mysql://db0/shop,jdbc:mysql://db1/shop,jdbc:mysql://db2/shop,jdbc:mysql://db3/shop",
        })
public final class ShardingDemo implements Callable<Integer> {

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private OrdersSize ordersSize = new OrdersSize();

    @Mixin
    private MergeSize mergeSize = new MergeSize();

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        Program.run(ShardingDemo::commandLine, args, ExitCode.UNEXPECTED, ExitCode.NOT_WRITTEN);
    }

    /** The command line, for tests as well. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new ShardingDemo());
        FailureLine.addTo(line, (failure, command) -> FailureLine.tell(failure));
        line.setExecutionStrategy(ShardingDemo::execute).setUsageHelpAutoWidth(true);
        addExitCodes(line);
        line.getSubcommands().values().forEach(ShardingDemo::addExitCodes);
        return line;
    }

    private static void addExitCodes(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(CommandLine.Model.UsageMessageSpec.keyValuesMap(
                        " 0:every id was unique and every row arrived",
                        " 1:a duplicate id or a lost row was found",
                        " 2:wrong usage",
                        " 3:a database is unreachable or refuses the user, there are too few, or tables exist already",
                        " 4:something else went wrong: a fault of the demo",
                        " 5:a file or standard output could not be written: a disk is full, for instance"));
    }

    /** An option before a command would be read by the top level and then be forgotten. */
    private static int execute(ParseResult line) {
        boolean misplaced = line.hasSubcommand()
                && line.matchedOptions().stream()
                        .anyMatch(option -> !option.inherited() && !"--stacktrace".equals(option.longestName()));
        if (misplaced) {
            String command = line.subcommand().commandSpec().name();
            throw new ParameterException(
                    line.commandSpec().commandLine(), "options go behind the command: " + command + " --option ...");
        }
        return new RunLast().execute(line);
    }

    @Override
    public Integer call() throws Exception {
        return new DemoRun(options, spec).play(ordersSize.options(options), mergeSize.players());
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Writes orders, items and payments to 64 logical shards on 4 databases.",
                "Several processes do so through Hibernate and MyBatis, one database is cut off for a while; then every"
                        + " id is compared with every other one."
            },
            footer = {"", "Example:", "  java -jar sharding-demo.jar orders --orders 100000 --writers 4"})
    int orders(@Mixin RunOptions run, @Mixin OrdersSize size) throws Exception {
        return new DemoRun(run, spec).play(size.options(run), null);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Merges 3 game servers with a database each into one, and counts what clashes and is lost.",
                "A plain copy is made three times: with AUTO_INCREMENT ids, with the textbook Snowflake"
                        + " class and its defaults, and with ours. server-merge then merges what a plain copy cannot:"
                        + " counted ids are moved, ours are proved to differ and kept."
            },
            footer = {"", "Example:", "  java -jar sharding-demo.jar merge --players 60000"})
    int merge(@Mixin RunOptions run, @Mixin MergeSize size) throws Exception {
        return new DemoRun(run, spec).play(null, size.players());
    }
}
