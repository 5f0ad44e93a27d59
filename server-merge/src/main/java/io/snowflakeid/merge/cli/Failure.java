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
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** What a command reports of a failure, and its exit code. */
final class Failure {

    /** The exit codes, on which scripts may rely; the help explains them. */
    static final int DONE = 0;

    static final int FOUND = 1;
    static final int USAGE = 2;
    static final int REFUSED = 3;
    static final int DATABASE = 4;
    static final int FAULT = 5;
    static final int OUTPUT_LOST = 6;

    /** What says by itself all that there is to say. */
    private static final Map<Class<?>, Integer> CODES = Map.of(
            ConfigException.class, USAGE,
            PlanException.class, USAGE,
            MergeRefusedException.class, REFUSED,
            MergeFailedException.class, FOUND);

    private Failure() {}

    static Told tell(Exception e, CommandLine command) {
        // the others begin anew
        String again = command.getCommandName().equals("run") ? "run it again, it continues" : "run it again";
        Integer code = CODES.get(e.getClass());
        if (code != null) {
            return new Told(
                    code,
                    e instanceof ConfigException wrong ? wrong.problems() : List.of(String.valueOf(e.getMessage())));
        }
        SQLException database = FailureLine.causeOf(e, SQLException.class);
        if (database != null) {
            return ofDatabase(database, again);
        }
        IOException file = FailureLine.causeOf(e, IOException.class);
        if (file != null) {
            return new Told(USAGE, "a file cannot be read or written (" + file + "): correct its name or its rights");
        }
        if (FailureLine.causeOf(e, InterruptedException.class) != null) {
            return new Told(DATABASE, "the command was interrupted: " + again);
        }
        return new Told(FAULT, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    /** Only what may pass by itself is worth the same call again. */
    private static Told ofDatabase(SQLException e, String again) {
        String state = String.valueOf(e.getSQLState());
        String text = Failures.words(e);
        if (rootOf(e) instanceof UnknownHostException unknown) {
            return new Told(
                    USAGE, "the host of the server is not known (" + Failures.words(unknown) + "): correct server.url");
        }
        if (state.startsWith("28")) {
            return new Told(
                    USAGE,
                    "the server refuses the user (" + text + "): check server.user, password-env and password-file");
        }
        String step = e instanceof StepFailure failure ? " in the step '" + failure.step() + "'" : "";
        if (state.startsWith("08")) {
            return new Told(
                    DATABASE,
                    "the server cannot be reached" + step + " (" + Failures.words(rootOf(e))
                            + "): start it, or correct server.url; once it is up, " + again);
        }
        String seen = step + " (" + text + ")";
        String message = "the server refuses a statement" + seen
                + ": change what it complains about first, running it again does not help before";
        if (Failures.denied(e)) {
            message = "the user lacks a right" + seen + ": " + Failures.grant(e) + ", then call the same command again";
        } else if (Failures.mayPass(e)) {
            message = "the database failed" + seen + ": " + again;
        }
        return new Told(DATABASE, message);
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
    }
}
