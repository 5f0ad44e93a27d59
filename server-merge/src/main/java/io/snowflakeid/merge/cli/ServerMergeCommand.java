package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.output.StandardStreams;
import io.snowflakeid.merge.output.VisibleWriter;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line: plan, suggest, run, verify, report, where, schema. */
@Command(
        name = "server-merge",
        description = {
            "Merges the databases of several game servers into one new database. plan only reads, and "
                    + "writes a file; run carries out that file; verify proves the result; report writes it down;"
                    + " where follows one row.",
            "The sources are never written to."
        },
        mixinStandardHelpOptions = true,
        version = "snowflakeid server-merge 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Example:",
            "  export MERGE_PASSWORD=secret",
            "  java -jar server-merge.jar plan --config merge.yaml --out plan.json",
            "  java -jar server-merge.jar run --plan plan.json",
            "  java -jar server-merge.jar verify --plan plan.json",
            "  java -jar server-merge.jar report --plan plan.json"
        })
public final class ServerMergeCommand implements Runnable {

    /** Kept here, since the JDK forgets a logger's level with the last reference to it. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    private static final String RUN_AGAIN = "the database failed: the message tells whether to call it again";

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "If something goes wrong, also print where in the code.")
    private boolean stackTrace;

    @Spec
    private @Nullable CommandSpec spec;

    ServerMergeCommand() {}

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        StandardStreams streams = StandardStreams.take();
        CORE_LOG.setLevel(Level.WARNING);
        System.exit(streams.end(run(streams, args), ExitCode.OUTPUT_LOST));
    }

    /** Of an error such as too little memory the JVM would make 1, which says that something was found. */
    @SuppressWarnings("CatchingUnchecked") // there is nobody else who could
    private static int run(StandardStreams streams, String[] args) {
        try {
            return commandLine(new LocalEngine())
                    .setOut(streams.out())
                    .setErr(streams.err())
                    .execute(args);
        } catch (Throwable e) {
            e.printStackTrace(new VisibleWriter(streams.err()));
            return ExitCode.FAULT;
        }
    }

    /** The command line, for tests as well. */
    static CommandLine commandLine(MergeEngine engine) {
        FailureLine failures = new FailureLine();
        CommandLine line = new CommandLine(new ServerMergeCommand());
        line.addSubcommand(new PlanCommand(engine));
        line.addSubcommand(new SuggestCommand(engine));
        line.addSubcommand(new RunCommand(engine));
        line.addSubcommand(new VerifyCommand(engine));
        line.addSubcommand(new ReportCommand(engine));
        line.addSubcommand(new WhereCommand(engine));
        line.addSubcommand(new SchemaCommand());
        line.setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setUsageHelpAutoWidth(true);
        addExitCodes(
                line,
                ExitCode.meanings(
                        "done",
                        "something was found that must not be",
                        "refused: the sources, the target or another run forbid it",
                        RUN_AGAIN));
        line.getSubcommands().forEach((name, command) -> addExitCodes(command, exitCodes(name)));
        return line;
    }

    private static Map<String, String> exitCodes(String command) {
        return switch (command) {
            case "plan" ->
                ExitCode.meanings("the plan can be run", "the plan has errors and cannot be run", "", RUN_AGAIN);
            case "suggest" -> ExitCode.meanings("the lines are printed, if there are any", "", "", RUN_AGAIN);
            case "run" ->
                ExitCode.meanings(
                        "everything is merged",
                        "what was loaded is not what was planned",
                        "refused: the plan has errors, a source changed since the plan, the target is not empty, the run is"
                                + " finished already, or another one is at work",
                        "the database failed: the message tells whether to run it again; if so, it continues");
            case "verify" ->
                ExitCode.meanings(
                        "the target is as planned",
                        "a difference was found",
                        "refused: the run is not finished, or a source changed since the plan",
                        RUN_AGAIN);
            case "where" ->
                ExitCode.meanings(
                        "the row is in the target",
                        "the row is not in the target, or is not known",
                        "refused: the target is another plan's",
                        RUN_AGAIN);
            case "report" ->
                ExitCode.meanings(
                        "the report is written",
                        "",
                        "refused: a list of new names beside the plan was changed since the plan",
                        RUN_AGAIN);
            default -> ExitCode.meanings("done", "", "", "");
        };
    }

    private static void addExitCodes(CommandLine command, Map<String, String> meanings) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(meanings);
    }

    boolean stackTraceWanted() {
        return stackTrace;
    }

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(
                    spec.commandLine(), "a command is missing: plan, suggest, run, verify, report, where or schema");
        }
    }
}
