package io.snowflakeid.merge.cli;

import io.snowflakeid.VisibleText;
import io.snowflakeid.merge.MergeFailedException;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.ConfigException;
import io.snowflakeid.merge.output.VisibleWriter;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.sql.Failures;
import io.snowflakeid.merge.sql.StepFailure;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The one place where something that went wrong becomes a line on standard error and an exit code. */
final class FailureLine implements IExecutionExceptionHandler, IParameterExceptionHandler {

    /** What says by itself all that there is to say. */
    private static final Map<Class<?>, ExitCode> CODES = Map.of(
            ConfigException.class, ExitCode.USAGE,
            PlanException.class, ExitCode.USAGE,
            MergeRefusedException.class, ExitCode.REFUSED,
            MergeFailedException.class, ExitCode.FOUND);

    /** What is told of a failure, and how the command ends. */
    private record Told(ExitCode code, String text) {}

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String seeHelp = "; see " + command.getCommandSpec().qualifiedName() + " --help";
        return print(command, e, new Told(ExitCode.USAGE, e.getMessage() + seeHelp));
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, @Nullable ParseResult result) {
        // the others begin anew
        String again = command.getCommandName().equals("run") ? "run it again, it continues" : "run it again";
        return print(command, e, told(e, again));
    }

    private static Told told(Exception e, String again) {
        ExitCode code = CODES.get(e.getClass());
        if (code != null) {
            return new Told(code, String.valueOf(e.getMessage()));
        }
        SQLException database = causeOf(e, SQLException.class);
        if (database != null) {
            return ofDatabase(database, again);
        }
        IOException file = causeOf(e, IOException.class);
        if (file != null) {
            return new Told(
                    ExitCode.USAGE, "a file cannot be read or written (" + file + "): correct its name or its rights");
        }
        if (causeOf(e, InterruptedException.class) != null) {
            return new Told(ExitCode.DATABASE, "the command was interrupted: " + again);
        }
        return new Told(ExitCode.FAULT, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    /** Only what may pass by itself is worth the same call again. */
    private static Told ofDatabase(SQLException e, String again) {
        String state = String.valueOf(e.getSQLState());
        String text = Failures.words(e);
        if (rootOf(e) instanceof UnknownHostException unknown) {
            return new Told(
                    ExitCode.USAGE,
                    "the host of the server is not known (" + Failures.words(unknown) + "): correct server.url");
        }
        if (state.startsWith("28")) {
            return new Told(
                    ExitCode.USAGE,
                    "the server refuses the user (" + text + "): check server.user, password-env and password-file");
        }
        String step = e instanceof StepFailure failure ? " in the step '" + failure.step() + "'" : "";
        if (state.startsWith("08")) {
            return new Told(
                    ExitCode.DATABASE,
                    "the server cannot be reached" + step + " (" + Failures.words(rootOf(e))
                            + "): start it, or correct server.url; once it is up, " + again);
        }
        return new Told(ExitCode.DATABASE, ofStatement(e, step + " (" + text + ")", again));
    }

    private static String ofStatement(SQLException e, String seen, String again) {
        if (Failures.denied(e)) {
            return "the user lacks a right" + seen + ": " + Failures.grant(e) + ", then call the same command again";
        }
        if (Failures.mayPass(e)) {
            return "the database failed" + seen + ": " + again;
        }
        return "the server refuses a statement" + seen
                + ": change what it complains about first, running it again does not help before";
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
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
        List<String> lines = e instanceof ConfigException wrong ? wrong.problems() : List.of(told.text());
        for (String line : lines) {
            command.getErr().println(command.getColorScheme().errorText("error: " + oneLine(line)));
        }
        if (ServerMergeCommand.stackTraceWanted(command)) {
            e.printStackTrace(new VisibleWriter(command.getErr()));
        }
        command.getErr().flush();
        return told.code().number();
    }

    private static String oneLine(String message) {
        return message.lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(VisibleText::of)
                .collect(Collectors.joining(" "));
    }
}
