package io.snowflakeid.commandline;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.internal.VisibleText;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** Prints the exception of a failed command, and returns an exit code. The option {@code --stacktrace} also prints the stack trace. */
public final class FailureLine {

    private static final String STACK_TRACE = "--stacktrace";

    private FailureLine() {}

    /**
     * The exit code and the error lines of a failed command.
     *
     * @param lines the lines of the message, at least one
     */
    public record Report(int exitCode, List<String> lines) {

        public Report(int exitCode, @Nullable String line) {
            this(exitCode, List.of(String.valueOf(line)));
        }
    }

    /** Converts an exception to a report. */
    @FunctionalInterface
    public interface Reporter {

        Report report(Exception failure, CommandLine command);
    }

    /** Adds the option {@code --stacktrace} and the exception handlers to a command and its subcommands. */
    public static void addTo(CommandLine line, Reporter reporter) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder(STACK_TRACE)
                        .type(boolean.class)
                        .scopeType(ScopeType.INHERIT)
                        .description("If something goes wrong, also print where in the code.")
                        .build());
        line.setParameterExceptionHandler((e, args) -> {
            CommandLine command = e.getCommandLine();
            // picocli adds the prefix "Error: " to some messages
            String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
            String seeHelp = "; see " + command.getCommandSpec().qualifiedName() + " --help";
            return print(command, e, new Report(ExitCode.USAGE, message + seeHelp));
        });
        line.setExecutionExceptionHandler((e, command, result) -> print(command, e, reporter.report(e, command)));
    }

    /** Returns a report with the exit code and the message for the type of the exception. */
    public static Report report(Exception e) {
        CommandFailure failure = causeOf(e, CommandFailure.class);
        if (failure != null) {
            return new Report(failure.exitCode(), failure.getMessage());
        }
        WorkerLedgerException ledger = causeOf(e, WorkerLedgerException.class);
        if (ledger != null) {
            return new Report(ExitCode.DATABASE, ledger.getMessage());
        }
        SQLException database = causeOf(e, SQLException.class);
        if (database != null) {
            return new Report(ExitCode.DATABASE, "a database failed: " + DatabaseFailure.text(database));
        }
        if (e instanceof UncheckedIOException file) {
            return new Report(ExitCode.NOT_WRITTEN, "a file could not be read or written: " + file.getMessage());
        }
        return new Report(ExitCode.UNEXPECTED, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    /** Returns the first exception of the given type in the chain of causes, or null if no exception has the type. */
    public static <T extends Throwable> @Nullable T causeOf(Throwable e, Class<T> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    private static int print(CommandLine command, Exception e, Report report) {
        for (String line : report.lines()) {
            command.getErr().println(command.getColorScheme().errorText("error: " + oneLine(line)));
        }
        OptionSpec stackTrace = command.getCommandSpec().root().findOption(STACK_TRACE);
        if (stackTrace != null && Boolean.TRUE.equals(stackTrace.getValue())) {
            e.printStackTrace(new VisibleWriter(command.getErr()));
        }
        command.getErr().flush();
        return report.exitCode();
    }

    private static String oneLine(String message) {
        return message.lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(VisibleText::of)
                .collect(Collectors.joining(" "));
    }
}
