package io.snowflakeid.merge.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Classifies database exceptions. */
public final class Failures {

    /** The error code for CREATE TRIGGER without the privilege SUPER on a server that writes a binary log. */
    private static final int BINARY_LOG = 1419;

    /** The error codes for a missing privilege. */
    private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1227, 1370, BINARY_LOG);

    /**
     * The error codes for an object that already exists. Error codes below 10,000 belong to MySQL and MariaDB, and larger error codes belong to H2.
     */
    private static final Set<Integer> EXISTS = Set.of(1050, 1061, 1359, 1826, 42101, 42111, 90038, 90041, 90045);

    private Failures() {}

    /** Returns the first line of an exception message, because later lines contain driver details. */
    public static String words(Throwable failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse(failure.getClass().getSimpleName())
                .replaceFirst("; SQL statement:$", "")
                .strip();
    }

    /** Returns true if a later attempt may succeed, for instance after a lock timeout, a deadlock or a lost connection. */
    public static boolean mayPass(SQLException failure) {
        // MySQL's driver sets no SQLState if the connection is lost while the driver reads a result
        return failure instanceof SQLRecoverableException
                || failure instanceof SQLTransientException
                || failure instanceof SQLNonTransientConnectionException
                || String.valueOf(failure.getSQLState()).matches("(?:08|40).*")
                || failure.getCause() instanceof IOException
                || (failure.getCause() instanceof SQLException cause && mayPass(cause));
    }

    /**
     * Returns true if a CREATE or ALTER statement failed because the object already exists. MariaDB reports a duplicate foreign key with the general
     * error code 1005.
     */
    public static boolean alreadyExists(SQLException failure) {
        return EXISTS.contains(failure.getErrorCode())
                || (failure.getErrorCode() == 1005 && words(failure).contains("errno: 121"));
    }

    public static boolean denied(SQLException failure) {
        return DENIED.contains(failure.getErrorCode());
    }

    /** Returns the SQL that grants the privilege for the failed statement. */
    public static String grant(SQLException failure) {
        return failure.getErrorCode() == BINARY_LOG
                ? "SET GLOBAL log_bin_trust_function_creators = 1, or GRANT SUPER"
                : "GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each source and ALL on the target";
    }
}
