package io.snowflakeid.merge.cli;

import io.snowflakeid.VisibleText;
import io.snowflakeid.merge.MergeFailedException;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.ConfigException;
import io.snowflakeid.merge.output.VisibleWriter;
import io.snowflakeid.merge.plan.PlanException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The one place where something that went wrong becomes a line on standard error and an exit code. */
final class FailureLine implements IExecutionExceptionHandler, IParameterExceptionHandler {

    /** What is told of a failure, a line each, and how the command ends. */
    private record Told(int exitCode, List<String> lines) {
        Told(int exitCode, @Nullable String line) {
            this(exitCode, List.of(String.valueOf(line)));
        }
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        // picocli says so itself where options exclude each other
        String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
        String seeHelp = "; see " + command.getCommandSpec().qualifiedName() + " --help";
        return print(command, e, new Told(ExitCode.USAGE, message + seeHelp));
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, @Nullable ParseResult result) {
        // the others begin anew
        String again = command.getCommand() instanceof RunCommand ? "run it again, it continues" : "run it again";
        return print(command, e, told(e, again));
    }

    private static Told told(Exception e, String again) {
        if (e instanceof ConfigException wrong) {
            return new Told(ExitCode.USAGE, wrong.problems());
        }
        if (e instanceof PlanException) {
            return new Told(ExitCode.USAGE, e.getMessage());
        }
        if (e instanceof MergeRefusedException) {
            return new Told(ExitCode.REFUSED, e.getMessage());
        }
        if (e instanceof MergeFailedException) {
            return new Told(ExitCode.FOUND, e.getMessage());
        }
        SQLException database = causeOf(e, SQLException.class);
        if (database != null) {
            DatabaseFailure failure = DatabaseFailure.of(database, again);
            return new Told(failure.exitCode(), failure.line());
        }
        IOException file = causeOf(e, IOException.class);
        if (file != null) {
            return new Told(ExitCode.USAGE, ofFile(file));
        }
        if (causeOf(e, InterruptedException.class) != null) {
            return new Told(ExitCode.DATABASE, "the command was interrupted: " + again);
        }
        return new Told(ExitCode.FAULT, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    /** Exceptions of java.nio.file have no message but the name. */
    private static String ofFile(IOException e) {
        if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
            return "file " + e.getMessage() + " is not there: correct the name";
        }
        if (e instanceof AccessDeniedException) {
            return "file " + e.getMessage() + " is refused to this user: change its rights, or name another";
        }
        return "a file cannot be read or written: " + e;
    }

    private static <T extends Throwable> @Nullable T causeOf(Throwable e, Class<T> type) {
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
        if (stackTraceWanted(command)) {
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

    /** Also for a command line that could not be parsed to its end. */
    private static boolean stackTraceWanted(CommandLine command) {
        CommandLine top = command;
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return top.getCommandSpec().userObject() instanceof ServerMergeCommand merge && merge.stackTraceWanted();
    }
}
