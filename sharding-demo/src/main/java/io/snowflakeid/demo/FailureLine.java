package io.snowflakeid.demo;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.demo.chaos.ChaosFailedException;
import io.snowflakeid.demo.orders.OrdersFailedException;
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
        if (e instanceof DemoFailure failure) {
            print(command, e, failure.getMessage());
            return failure.exitCode();
        }
        WorkerLedgerException ledger = causeOf(e, WorkerLedgerException.class);
        if (ledger != null) {
            print(command, e, ledger.getMessage());
            return ExitCode.DATABASE;
        }
        OrdersFailedException orders = causeOf(e, OrdersFailedException.class);
        ChaosFailedException chaos = causeOf(e, ChaosFailedException.class);
        SQLException database = causeOf(e, SQLException.class);
        if (chaos != null) {
            print(command, e, chaos.getMessage());
            return chaos.askedForTooMuch()
                    ? ExitCode.USAGE
                    : database == null ? ExitCode.UNEXPECTED : ExitCode.DATABASE;
        }
        if (orders != null) {
            print(command, e, orders.getMessage());
            return database == null ? ExitCode.UNEXPECTED : ExitCode.DATABASE;
        }
        if (database != null) {
            print(command, e, "a database failed: " + DatabaseFailure.text(database));
            return ExitCode.DATABASE;
        }
        print(command, e, "unexpected " + e + "; run it again with --stacktrace to see where");
        return ExitCode.UNEXPECTED;
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
                .collect(Collectors.joining(" "));
        command.getErr().println(command.getColorScheme().errorText("error: " + line));
        if (stackTraceWanted(command)) {
            e.printStackTrace(command.getErr());
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
