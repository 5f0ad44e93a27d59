package io.snowflakeid.commandline;

import java.sql.SQLException;

/** Creates failures for database errors. Each message tells the user how to fix the error. */
public final class DatabaseFailure {

    private static final int ACCESS_DENIED = 1045;
    private static final int NO_ACCESS_TO_DATABASE = 1044;
    private static final int UNKNOWN_DATABASE = 1049;
    private static final String NO_SUCH_POSTGRESQL_DATABASE = "3D000";
    private static final int NO_H2_ANSWERS = 90067;
    private static final int NO_SUCH_H2_DATABASE = 90146;

    private DatabaseFailure() {}

    /** Converts the exception of a failed connection attempt into a {@link CommandFailure} with advice for the user. */
    public static CommandFailure connecting(Database database, SQLException e) {
        return CommandFailure.ofDatabase(database.name() + " " + reason(database, e), e);
    }

    private static String reason(Database database, SQLException e) {
        String at = "at " + database.typed();
        String state = String.valueOf(e.getSQLState());
        if (e.getErrorCode() == NO_ACCESS_TO_DATABASE) {
            return at + " is not accessible to this user: grant the right, or use another user";
        }
        if (e.getErrorCode() == ACCESS_DENIED || state.startsWith("28")) {
            return at + " rejects the user: wrong user or password" + variable(database);
        }
        if (e.getErrorCode() == UNKNOWN_DATABASE || state.equals(NO_SUCH_POSTGRESQL_DATABASE)) {
            return at + " does not exist on that server: create the database, or use another one";
        }
        if (e.getErrorCode() == NO_SUCH_H2_DATABASE) {
            return at + " does not exist: correct the path, since no database is created";
        }
        if (state.startsWith("08") || e.getErrorCode() == NO_H2_ANSWERS) {
            return at + " cannot be reached (" + text(rootOf(e)) + "): is the server up, and are host and port right?";
        }
        return at + " could not be used: " + text(e);
    }

    private static String variable(Database database) {
        return DatabaseKind.of(database.url())
                .map(kind -> kind.passwordVariable)
                .filter(variable -> !variable.isEmpty())
                .map(variable -> "; the password comes from " + variable + " unless it is given")
                .orElse("");
    }

    private static Throwable rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Returns the first line of an exception's message. */
    public static String text(Throwable e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().findFirst().orElse(e.getClass().getSimpleName()).strip();
    }
}
