package io.snowflakeid.demo;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.demo.chaos.ChaosFailedException;
import io.snowflakeid.demo.orders.OrdersFailedException;
import io.snowflakeid.merge.output.VisibleWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The one place where something that went wrong becomes one line on standard error and an exit code. */
final class FailureLine implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        // picocli says so itself where options exclude each other
        String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
        print(command, e, message + "; see " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, @Nullable ParseResult result) {
        Told told = told(e);
        if (told.exitCode() != ExitCode.NOT_WRITTEN && FullDisk.isBehind(e)) {
            told = new Told(
                    ExitCode.NOT_WRITTEN,
                    "a disk is full: " + told.line() + "; free some space there; embedded databases lie in "
                            + System.getProperty("java.io.tmpdir")
                            + ", or where java -Djava.io.tmpdir=/some/folder says");
        }
        print(command, e, told.line());
        return told.exitCode();
    }

    /** What is told of a failure, and how the command ends. */
    private record Told(int exitCode, @Nullable String line) {}

    private static Told told(Exception e) {
        if (e instanceof DemoFailure failure) {
            return new Told(failure.exitCode(), failure.getMessage());
        }
        WorkerLedgerException ledger = causeOf(e, WorkerLedgerException.class);
        if (ledger != null) {
            return new Told(ExitCode.DATABASE, ledger.getMessage());
        }
        OrdersFailedException orders = causeOf(e, OrdersFailedException.class);
        ChaosFailedException chaos = causeOf(e, ChaosFailedException.class);
        SQLException database = causeOf(e, SQLException.class);
        int withoutUsage = database == null ? ExitCode.UNEXPECTED : ExitCode.DATABASE;
        if (chaos != null) {
            return new Told(chaos.askedForTooMuch() ? ExitCode.USAGE : withoutUsage, chaos.getMessage());
        }
        if (orders != null) {
            return new Told(withoutUsage, orders.getMessage());
        }
        if (database != null) {
            return new Told(ExitCode.DATABASE, "a database failed: " + DatabaseFailure.text(database));
        }
        if (e instanceof UncheckedIOException file) {
            return new Told(ExitCode.NOT_WRITTEN, "a file could not be read or written: " + file.getMessage());
        }
        return new Told(ExitCode.UNEXPECTED, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    private static <T extends Throwable> @Nullable T causeOf(Throwable e, Class<T> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    private static void print(CommandLine command, Exception e, @Nullable String message) {
        String line = String.valueOf(message)
                .lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(VisibleText::of)
                .collect(Collectors.joining(" "));
        command.getErr().println(command.getColorScheme().errorText("error: " + line));
        if (stackTraceWanted(command)) {
            e.printStackTrace(new VisibleWriter(command.getErr()));
        }
        command.getErr().flush();
    }

    /** Also for a command line that could not be parsed to its end. */
    private static boolean stackTraceWanted(CommandLine command) {
        CommandLine top = command;
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return top.getCommandSpec().userObject() instanceof ShardingDemo demo && demo.stackTraceWanted();
    }
}
