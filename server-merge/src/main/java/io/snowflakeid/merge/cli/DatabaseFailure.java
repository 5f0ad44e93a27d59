package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.sql.DeniedRight;
import io.snowflakeid.merge.sql.Passing;
import io.snowflakeid.merge.sql.ServerWords;
import io.snowflakeid.merge.sql.StepFailure;
import java.net.UnknownHostException;
import java.sql.SQLException;

/**
 * What a failure of the database means, and what to do.
 *
 * @param exitCode how the command ends
 * @param line what is told
 */
record DatabaseFailure(int exitCode, String line) {

    private static final int UNKNOWN_DATABASE = 1049;
    private static final int READ_ONLY_TRANSACTION = 1792;

    /**
     * Only what may pass by itself is worth the same call again.
     *
     * @param again what to do then
     */
    static DatabaseFailure of(SQLException e, String again) {
        String state = String.valueOf(e.getSQLState());
        String text = ServerWords.of(e);
        String step = e instanceof StepFailure failure ? " in the step '" + failure.step() + "'" : "";
        if (rootOf(e) instanceof UnknownHostException unknown) {
            return new DatabaseFailure(
                    ExitCode.USAGE,
                    "the host of the server is not known (" + ServerWords.of(unknown) + "): correct server.url");
        }
        if (state.startsWith("28")) {
            return new DatabaseFailure(
                    ExitCode.USAGE,
                    "the server refuses the user (" + text + "): check server.user, password-env and password-file");
        }
        if (state.startsWith("08")) {
            return new DatabaseFailure(
                    ExitCode.DATABASE,
                    "the server cannot be reached" + step + " (" + ServerWords.of(rootOf(e))
                            + "): start it, or correct server.url; once it is up, " + again);
        }
        if (e instanceof DeniedRight) {
            return new DatabaseFailure(ExitCode.DATABASE, text);
        }
        if (Passing.is(e)) {
            return new DatabaseFailure(ExitCode.DATABASE, "the database failed" + step + " (" + text + "): " + again);
        }
        if (e.getErrorCode() == READ_ONLY_TRANSACTION) {
            return new DatabaseFailure(
                    ExitCode.DATABASE,
                    "a condition calls a function that writes" + step + " (" + text
                            + "), and a plan writes nothing: correct the condition in merge.yaml");
        }
        if (e.getErrorCode() == UNKNOWN_DATABASE) {
            return new DatabaseFailure(
                    ExitCode.DATABASE, "a database is not there" + step + " (" + text + "): correct its name");
        }
        return new DatabaseFailure(
                ExitCode.DATABASE,
                "the server refuses a statement" + step + " (" + text
                        + "): change what it complains about first, running it again does not help before");
    }

    private static Throwable rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
