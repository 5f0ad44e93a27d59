package io.snowflakeid.merge.cli;

import java.sql.SQLException;

/** What a failure of the database means, and what to do. */
final class DatabaseFailure {

    private static final int UNKNOWN_DATABASE = 1049;

    private DatabaseFailure() {}

    /** One line. */
    static String of(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String text = firstLine(e);
        if (state.startsWith("28")) {
            return "the server refuses the user (" + text + "): check server.user, password-env and password-file";
        }
        if (state.startsWith("42000") && text.contains("denied")) {
            return "the server refuses a right (" + text + "): grant it";
        }
        if (e.getErrorCode() == UNKNOWN_DATABASE) {
            return "a database is not there (" + text + "): correct its name";
        }
        if (state.startsWith("08")) {
            return "the server cannot be reached (" + firstLine(rootOf(e))
                    + "): once it is up, run it again, it continues";
        }
        return "the database failed (" + text + "): run it again, it continues";
    }

    private static Throwable rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Drivers write essays below their first line. */
    private static String firstLine(Throwable e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().findFirst().orElse(e.getClass().getSimpleName()).strip();
    }
}
