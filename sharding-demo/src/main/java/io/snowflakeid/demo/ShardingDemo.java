package io.snowflakeid.demo;

import io.snowflakeid.demo.RunOptions.MergeSize;
import io.snowflakeid.demo.RunOptions.OrdersSize;
import io.snowflakeid.merge.output.StandardStreams;
import io.snowflakeid.merge.output.VisibleWriter;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
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
        subcommands = {
            OrdersCommand.class,
            MergeCommand.class,
            ChaosCommand.class,
            WorkersCommand.class,
            InspectCommand.class,
            DoctorCommand.class,
            OriginCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  java -jar sharding-demo.jar",
            "  MYSQL_PASSWORD=secret java -jar sharding-demo.jar --mysql-user shop \\",
            "    --mysql jdbc:mysql://db0/shop,jdbc:mysql://db1/shop,jdbc:mysql://db2/shop,jdbc:mysql://db3/shop",
        })
public final class ShardingDemo implements Callable<Integer> {

    /** Kept here, since the JDK forgets a logger's level with the last reference to it. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private OrdersSize orders = new OrdersSize();

    @Mixin
    private MergeSize merge = new MergeSize();

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "If something goes wrong, also print where in the code.")
    private boolean stackTrace;

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        StandardStreams streams = StandardStreams.take();
        CORE_LOG.setLevel(Level.WARNING); // who was granted which worker is in the report
        System.exit(streams.end(run(streams, args), ExitCode.NOT_WRITTEN));
    }

    /** Of an error such as too little memory the JVM would make 1, which says that an id was made twice. */
    @SuppressWarnings("CatchingUnchecked") // there is nobody else who could
    private static int run(StandardStreams streams, String[] args) {
        try {
            return commandLine().setOut(streams.out()).setErr(streams.err()).execute(args);
        } catch (Throwable e) {
            e.printStackTrace(new VisibleWriter(streams.err()));
            return ExitCode.UNEXPECTED;
        }
    }

    /** The command line, for tests as well. */
    static CommandLine commandLine() {
        FailureLine failures = new FailureLine();
        CommandLine line = new CommandLine(new ShardingDemo());
        line.setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setExecutionStrategy(ShardingDemo::execute)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        addExitCodes(line);
        line.getSubcommands().values().forEach(ShardingDemo::addExitCodes);
        return line;
    }

    private static void addExitCodes(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.of(command.getCommandName()));
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

    boolean stackTraceWanted() {
        return stackTrace;
    }

    @Override
    public Integer call() throws Exception {
        return new DemoRun(run, DemoRun.terminalOf(spec)).play(orders.options(run.seed()), merge.options(run.seed()));
    }
}
