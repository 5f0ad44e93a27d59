package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.FailureLine.Report;
import io.snowflakeid.merge.result.MergeFailedException;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.PlanException;
import io.snowflakeid.merge.sql.Failures;
import io.snowflakeid.merge.sql.StepFailure;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Converts an exception to an error message and an exit code. */
final class Failure {

    /** The exit code of a command that finds a problem. The help text explains all exit codes. */
    static final int FOUND = 1;

    static final int USAGE = 2;
    static final int REFUSED = 3;
    static final int DATABASE = 4;
    static final int FAULT = 5;
    static final int OUTPUT_LOST = 6;

    private static final String AGAIN = "call the same command again; a run continues where it was";

    private static final Map<Class<?>, Integer> CODES = Map.of(
            PlanException.class, USAGE,
            MergeRefusedException.class, REFUSED,
            MergeFailedException.class, FOUND);

    private Failure() {}

    static Report report(Exception e) {
        Integer code = CODES.get(e.getClass());
        if (code != null) {
            String message = String.valueOf(e.getMessage());
            return new Report(code, e instanceof PlanException ? message.lines().toList() : List.of(message));
        }
        SQLException database = FailureLine.causeOf(e, SQLException.class);
        if (database != null) {
            return ofDatabase(database);
        }
        IOException file = FailureLine.causeOf(e, IOException.class);
        if (file != null) {
            return new Report(USAGE, "a file cannot be read or written (" + file + "): correct its name or its rights");
        }
        if (FailureLine.causeOf(e, InterruptedException.class) != null) {
            return new Report(DATABASE, "the command was interrupted: " + AGAIN);
        }
        return new Report(FAULT, "unexpected " + e + "; run it again with --stacktrace to see where");
    }

    private static Report ofDatabase(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        boolean unreachable = state.startsWith("08");
        String seen = (e instanceof StepFailure failure ? " in the step '" + failure.step() + "'" : "") + " ("
                + Failures.words(unreachable ? rootOf(e) : e) + "): ";
        if (rootOf(e) instanceof UnknownHostException) {
            return new Report(USAGE, "the host of the server is not known" + seen + "correct server.url");
        }
        if (state.startsWith("28")) {
            return new Report(
                    USAGE, "the server refuses the user" + seen + "check server.user, password-env and password-file");
        }
        return new Report(DATABASE, ofServer(e, unreachable, seen) + AGAIN);
    }

    private static String ofServer(SQLException e, boolean unreachable, String seen) {
        if (unreachable) {
            return "the server cannot be reached" + seen + "start it, or correct server.url, then ";
        }
        if (Failures.denied(e)) {
            return "the user lacks a right" + seen + Failures.grant(e) + ", then ";
        }
        return Failures.mayPass(e)
                ? "the database failed" + seen
                : "the server refuses a statement" + seen + "correct what it complains about, then ";
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
    }
}
