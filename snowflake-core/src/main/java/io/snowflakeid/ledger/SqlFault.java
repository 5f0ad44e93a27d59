package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kinds of database failures. The drivers have no common exception types, so a kind is recognized by SQLSTATE or by the vendor's code. */
enum SqlFault {
    /** A key already exists, with the SQLSTATE and MySQL's code. */
    DUPLICATE_KEY("23505|1062"),
    MISSING_TABLE("42S0.|42P01"),
    REJECTED_LOGIN("28..."),
    /** A right is missing, with codes of PostgreSQL, of H2, and of MySQL for a database, a table, a column and an administrator's right. */
    MISSING_RIGHT("42501|1044|1142|1143|1227|90096"),
    /** The database is unknown, the address is malformed (PostgreSQL, H2), or an option is wrong (MySQL). */
    WRONG_ADDRESS("3D000|99999|S1009|1049|90146|90149|90113|90011"),
    /**
     * An unfinished transaction locks the row, and the statement has written nothing. PostgreSQL, MySQL and H2 report a lock timeout, a deadlock or a
     * concurrent update. MariaDB reports that the row has changed since it was read.
     */
    LOCKED_ROW("40001|40P01|55P03|1205|1213|1020|50200|90131");

    private final Pattern statesAndCodes;

    SqlFault(String statesAndCodes) {
        this.statesAndCodes = Pattern.compile(statesAndCodes);
    }

    /** Returns true if the failure or one of its causes matches, because pools wrap the exceptions of drivers. */
    boolean is(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(one -> one instanceof SQLException e
                        && Stream.of(String.valueOf(e.getSQLState()), String.valueOf(e.getErrorCode()))
                                .anyMatch(code -> statesAndCodes.matcher(code).matches()));
    }

    /** Returns the reason of a rejected login or of a missing right. Any other failure may mean that the database is down. */
    static Reason reason(Throwable failure) {
        return REJECTED_LOGIN.is(failure)
                ? Reason.LOGIN_REJECTED
                : MISSING_RIGHT.is(failure) ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    /** Recognizes HikariCP's exception for an exhausted pool, which has no cause. If a connection failed, HikariCP's exception has a cause. */
    static boolean isUsedUpPool(Throwable failure) {
        return failure instanceof SQLTransientConnectionException && failure.getCause() == null;
    }
}
