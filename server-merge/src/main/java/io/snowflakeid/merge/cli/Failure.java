package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.FailureLine.Told;
import io.snowflakeid.merge.ConfigException;
import io.snowflakeid.merge.MergeFailedException;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.sql.Failures;
import io.snowflakeid.merge.sql.StepFailure;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Map;
import picocli.CommandLine;

/** What is told of something that went wrong, and how the command ends. */
final class Failure {

    /** What says by itself all that there is to say. */
    private static final Map<Class<?>, ExitCode> CODES = Map.of(
            ConfigException.class, ExitCode.USAGE,
            PlanException.class, ExitCode.USAGE,
            MergeRefusedException.class, ExitCode.REFUSED,
            MergeFailedException.class, ExitCode.FOUND);

    private Failure() {}

    static Told tell(Exception e, CommandLine command) {
        // the others begin anew
        String again = command.getCommandName().equals("run") ? "run it again, it continues" : "run it again";
        Told told = told(e, again);
        return e instanceof ConfigException wrong ? new Told(told.exitCode(), wrong.problems()) : told;
    }

    private static Told told(Exception e, String again) {
        ExitCode code = CODES.get(e.getClass());
        if (code != null) {
            return new Told(code.number(), String.valueOf(e.getMessage()));
        }
        SQLException database = FailureLine.causeOf(e, SQLException.class);
        if (database != null) {
            return ofDatabase(database, again);
        }
        IOException file = FailureLine.causeOf(e, IOException.class);
        if (file != null) {
            return new Told(
                    ExitCode.USAGE.number(),
                    "a file cannot be read or written (" + file + "): correct its name or its rights");
        }
        if (FailureLine.causeOf(e, InterruptedException.class) != null) {
            return new Told(ExitCode.DATABASE.number(), "the command was interrupted: " + again);
        }
        return new Told(ExitCode.FAULT.number(), "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    /** Only what may pass by itself is worth the same call again. */
    private static Told ofDatabase(SQLException e, String again) {
        String state = String.valueOf(e.getSQLState());
        String text = Failures.words(e);
        if (rootOf(e) instanceof UnknownHostException unknown) {
            return new Told(
                    ExitCode.USAGE.number(),
                    "the host of the server is not known (" + Failures.words(unknown) + "): correct server.url");
        }
        if (state.startsWith("28")) {
            return new Told(
                    ExitCode.USAGE.number(),
                    "the server refuses the user (" + text + "): check server.user, password-env and password-file");
        }
        String step = e instanceof StepFailure failure ? " in the step '" + failure.step() + "'" : "";
        if (state.startsWith("08")) {
            return new Told(
                    ExitCode.DATABASE.number(),
                    "the server cannot be reached" + step + " (" + Failures.words(rootOf(e))
                            + "): start it, or correct server.url; once it is up, " + again);
        }
        return new Told(ExitCode.DATABASE.number(), ofStatement(e, step + " (" + text + ")", again));
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
}
