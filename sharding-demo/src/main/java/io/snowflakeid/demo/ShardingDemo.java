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
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every id was unique and every row arrived",
            " 1:a duplicate id or a lost row was found",
            " 2:wrong usage",
            " 3:a database is unreachable or refuses the user, there are too few, or tables exist already",
            " 4:something else went wrong: a fault of the demo",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        version = "snowflakeid sharding-demo 0.1.0-SNAPSHOT",
        subcommands = {OrdersCommand.class, MergeCommand.class},
        footer = {
            "",
            "Examples:",
            "  java -jar sharding-demo.jar",
            "  MYSQL_PASSWORD=secret java -jar sharding-demo.jar --mysql-user shop \\",
            "    --mysql jdbc:mysql://db0/shop,jdbc:mysql://db1/shop,jdbc:mysql://db2/shop,jdbc:mysql://db3/shop",
        })
public final class ShardingDemo implements Callable<Integer> {

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private OrdersSize orders = new OrdersSize();

    @Mixin
    private MergeSize merge = new MergeSize();

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
        line.setExecutionStrategy(ShardingDemo::execute)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        return line;
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
        return new DemoRun(run, DemoRun.terminalOf(spec)).play(orders.options(run.seed()), merge.options(run.seed()));
    }
}
