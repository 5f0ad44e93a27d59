package io.snowflakeid.merge.sql;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A statement that the server rejects because the user lacks a right; the message names the user and what to grant. */
public final class DeniedRight extends SQLException {

    private static final long serialVersionUID = 1L;

    /** A trigger of a user without SUPER, on a server that writes a binary log. */
    private static final int BINARY_LOG = 1419;

    /** On a database, a table, a column, a routine, or of the whole server. */
    private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1227, 1370, BINARY_LOG);

    private DeniedRight(String message, SQLException failure) {
        super(message, failure.getSQLState(), failure.getErrorCode(), failure);
    }

    /** Whether a right is missing. */
    public static boolean is(SQLException failure) {
        return DENIED.contains(failure.getErrorCode());
    }

    /** A failure for which {@link #is} holds, with the user, the step and the grant. */
    public static DeniedRight of(@Nullable String user, SQLException failure) {
        String step = failure instanceof StepFailure inStep ? " in the step '" + inStep.step() + "'" : "";
        String grant = failure.getErrorCode() == BINARY_LOG
                ? "SET GLOBAL log_bin_trust_function_creators = 1, or GRANT SUPER"
                : "GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each source and ALL on the target";
        return new DeniedRight(
                "user '" + user + "' lacks a right" + step + " (" + ServerWords.of(failure) + "): " + grant
                        + ", then call the same command again",
                failure);
    }
}
