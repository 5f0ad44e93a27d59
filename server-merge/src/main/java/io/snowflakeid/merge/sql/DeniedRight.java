package io.snowflakeid.merge.sql;

import java.sql.SQLException;
import java.util.Set;

/** Statements that the server rejects because the user lacks a right. */
public final class DeniedRight {

    /** A trigger of a user without SUPER, on a server that writes a binary log. */
    private static final int BINARY_LOG = 1419;

    /** On a database, a table, a column, a routine, or of the whole server. */
    private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1227, 1370, BINARY_LOG);

    private DeniedRight() {}

    /** Whether a right is missing. */
    public static boolean is(SQLException failure) {
        return DENIED.contains(failure.getErrorCode());
    }

    /** What to grant. */
    public static String grant(SQLException failure) {
        return failure.getErrorCode() == BINARY_LOG
                ? "SET GLOBAL log_bin_trust_function_creators = 1, or GRANT SUPER"
                : "GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each source and ALL on the target";
    }
}
