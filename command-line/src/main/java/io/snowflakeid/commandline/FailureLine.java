package io.snowflakeid.commandline;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/**
 * Where something that went wrong becomes lines on standard error and an exit code; with {@code --stacktrace}, also where in the code
 * it did.
 */
public final class FailureLine {

    private static final String STACK_TRACE = "--stacktrace";

    private FailureLine() {}

    /**
     * What a command reports of a failure, and its exit code.
     *
     * @param lines at least one, each of which stays one line
     */
    public record Told(int exitCode, List<String> lines) {

        /** One line. */
        public Told(int exitCode, @Nullable String line) {
            this(exitCode, List.of(String.valueOf(line)));
        }
    }

    /** Says what a failure means. */
    @FunctionalInterface
    public interface Teller {

        /** What is reported of it; {@code command} is the one that failed. */
        Told tell(Exception failure, CommandLine command);
    }

    /** Gives a command line, with its commands, the option {@code --stacktrace}, and lines for its failures. */
    public static void addTo(CommandLine line, Teller teller) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder(STACK_TRACE)
                        .type(boolean.class)
                        .scopeType(ScopeType.INHERIT)
                        .description("If something goes wrong, also print where in the code.")
                        .build());
        line.setParameterExceptionHandler((e, args) -> {
            CommandLine command = e.getCommandLine();
            // picocli says so itself where options exclude each other
            String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
            String seeHelp = "; see " + command.getCommandSpec().qualifiedName() + " --help";
            return print(command, e, new Told(ExitCode.USAGE, message + seeHelp));
        });
        line.setExecutionExceptionHandler((e, command, result) -> print(command, e, teller.tell(e, command)));
    }

    /** Of a command that works on databases and writes files. */
    public static Told tell(Exception e) {
        CommandFailure failure = causeOf(e, CommandFailure.class);
        if (failure != null) {
            return new Told(failure.exitCode(), failure.getMessage());
        }
        WorkerLedgerException ledger = causeOf(e, WorkerLedgerException.class);
        if (ledger != null) {
            return new Told(ExitCode.DATABASE, ledger.getMessage());
        }
        SQLException database = causeOf(e, SQLException.class);
        if (database != null) {
            return new Told(ExitCode.DATABASE, "a database failed: " + DatabaseFailure.text(database));
        }
        if (e instanceof UncheckedIOException file) {
            return new Told(ExitCode.NOT_WRITTEN, "a file could not be read or written: " + file.getMessage());
        }
        return new Told(ExitCode.UNEXPECTED, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    /** The first of its causes, itself included, that is of a type. */
    public static <T extends Throwable> @Nullable T causeOf(Throwable e, Class<T> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    private static int print(CommandLine command, Exception e, Told told) {
        for (String line : told.lines()) {
            command.getErr().println(command.getColorScheme().errorText("error: " + oneLine(line)));
        }
        OptionSpec stackTrace = command.getCommandSpec().root().findOption(STACK_TRACE);
        if (stackTrace != null && Boolean.TRUE.equals(stackTrace.getValue())) {
            e.printStackTrace(new VisibleWriter(command.getErr()));
        }
        command.getErr().flush();
        return told.exitCode();
    }

    private static String oneLine(String message) {
        return message.lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(VisibleText::of)
                .collect(Collectors.joining(" "));
    }
}
