package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a database meant by a failure, told by SQLSTATE or the vendor's code: their drivers agree on no exception type. */
enum SqlFault {
    /** And MySQL's code. */
    DUPLICATE_KEY("23505|1062"),
    MISSING_TABLE("42S0.|42P01"),
    MISSING_COLUMN("42S22|42703"),
    REJECTED_LOGIN("28..."),
    /** MySQL's codes for no right to a database, a table, a column, an administrator's; H2's. */
    MISSING_RIGHT("42501|1044|1142|1143|1227|90096"),
    /** PostgreSQL's unknown database, and for a form that it cannot read; MySQL's for an option, and its unknown database; H2's, for both. */
    WRONG_ADDRESS("3D000|99999|S1009|1049|90146|90149|90113|90011"),
    /**
     * The row belongs to a transaction that has not ended; the statement has written nothing. Serialization failure or deadlock; PostgreSQL's
     * deadlock and lock timeout; MySQL's lock timeout and deadlock; MariaDB's row that changed since it was read; H2's lock timeout and
     * concurrent update.
     */
    LOCKED_ROW("40001|40P01|55P03|1205|1213|1020|50200|90131");

    private final Pattern statesAndCodes;

    SqlFault(String statesAndCodes) {
        this.statesAndCodes = Pattern.compile(statesAndCodes);
    }

    /** Whether this is among its causes: pools wrap what drivers say. */
    boolean is(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(one -> one instanceof SQLException e
                        && Stream.of(String.valueOf(e.getSQLState()), String.valueOf(e.getErrorCode()))
                                .anyMatch(told -> statesAndCodes.matcher(told).matches()));
    }

    /** A rejected login and a missing right, as far as drivers tell them apart; the rest may be a database that is down. */
    static Reason reason(Throwable failure) {
        return REJECTED_LOGIN.is(failure)
                ? Reason.LOGIN_REJECTED
                : MISSING_RIGHT.is(failure) ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    /** As HikariCP says it; it gives a cause if it could not make the connection, rather than had none left. */
    static boolean isUsedUpPool(Throwable failure) {
        return failure instanceof SQLTransientConnectionException && failure.getCause() == null;
    }
}
