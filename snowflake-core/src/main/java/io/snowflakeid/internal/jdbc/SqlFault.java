package io.snowflakeid.internal.jdbc;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kinds of database errors. Each pattern matches SQLSTATEs and error codes of the supported databases. */
public enum SqlFault {
    DUPLICATE_KEY("23505|1062"),
    MISSING_TABLE("42S0.|42P01"),
    REJECTED_LOGIN("28..."),
    /** The database user lacks a privilege. */
    MISSING_RIGHT("42501|1044|1142|1143|1227|90096"),
    /** The database does not exist, or the address is malformed. */
    WRONG_ADDRESS("3D000|99999|S1009|1049|90146|90149|90113|90011"),
    /** Another transaction has locked or changed the row. */
    LOCKED_ROW("40001|40P01|55P03|1205|1213|1020|50200|90131");

    private final Pattern statesAndCodes;

    SqlFault(String statesAndCodes) {
        this.statesAndCodes = Pattern.compile(statesAndCodes);
    }

    /** Returns true if the exception or one of its causes has a code of this kind. Pools wrap the exceptions of drivers. */
    public boolean is(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(one -> one instanceof SQLException e
                        && Stream.of(String.valueOf(e.getSQLState()), String.valueOf(e.getErrorCode()))
                                .anyMatch(code -> statesAndCodes.matcher(code).matches()));
    }

    /** Returns the reason for an exception, or {@code UNREACHABLE} if the reason is unknown. */
    public static Reason reason(Throwable failure) {
        return REJECTED_LOGIN.is(failure)
                ? Reason.LOGIN_REJECTED
                : MISSING_RIGHT.is(failure) ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    /** Returns true if the exception reports an exhausted HikariCP pool. An exception of HikariCP has a cause only if a connection attempt failed. */
    public static boolean isUsedUpPool(Throwable failure) {
        return failure instanceof SQLTransientConnectionException && failure.getCause() == null;
    }
}
