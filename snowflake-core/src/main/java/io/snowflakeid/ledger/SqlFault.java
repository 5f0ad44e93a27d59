package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The kinds of failures, recognized by SQLSTATE or the vendor's code, as the drivers have no common exception types. */
enum SqlFault {
    /** SQLSTATE, and MySQL's code. */
    DUPLICATE_KEY("23505|1062"),
    MISSING_TABLE("42S0.|42P01"),
    REJECTED_LOGIN("28..."),
    /** Codes of PostgreSQL, of MySQL for a database, a table, a column and an administrator's right, and of H2. */
    MISSING_RIGHT("42501|1044|1142|1143|1227|90096"),
    /** PostgreSQL: unknown database, malformed address. MySQL: wrong option, unknown database. H2: both. */
    WRONG_ADDRESS("3D000|99999|S1009|1049|90146|90149|90113|90011"),
    /**
     * A transaction that has not ended holds the row, and the statement has written nothing. PostgreSQL: deadlock, lock timeout. MySQL: lock
     * timeout, deadlock. MariaDB: row changed since it was read. H2: lock timeout, concurrent update.
     */
    LOCKED_ROW("40001|40P01|55P03|1205|1213|1020|50200|90131");

    private final Pattern statesAndCodes;

    SqlFault(String statesAndCodes) {
        this.statesAndCodes = Pattern.compile(statesAndCodes);
    }

    /** Looks at the causes, too, as pools wrap the exceptions of drivers. */
    boolean is(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(one -> one instanceof SQLException e
                        && Stream.of(String.valueOf(e.getSQLState()), String.valueOf(e.getErrorCode()))
                                .anyMatch(code -> statesAndCodes.matcher(code).matches()));
    }

    /** Distinguishes a rejected login and a missing right; any other failure may mean that the database is down. */
    static Reason reason(Throwable failure) {
        return REJECTED_LOGIN.is(failure)
                ? Reason.LOGIN_REJECTED
                : MISSING_RIGHT.is(failure) ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    /** Recognizes HikariCP's exception: it has a cause if a connection failed, and no cause if the pool is exhausted. */
    static boolean isUsedUpPool(Throwable failure) {
        return failure instanceof SQLTransientConnectionException && failure.getCause() == null;
    }
}
