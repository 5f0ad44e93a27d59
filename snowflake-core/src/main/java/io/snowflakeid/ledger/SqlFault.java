package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a database meant by a failure, told by SQLSTATE or the vendor's code: their drivers agree on no exception type. */
final class SqlFault {

    private static final int MYSQL_DUPLICATE_KEY = 1062;
    private static final String DUPLICATE_KEY = "23505";
    private static final String POSTGRES_MISSING_TABLE = "42P01";
    private static final String MISSING_TABLE_CLASS = "42S";

    private SqlFault() {}

    static boolean isDuplicateKey(SQLException e) {
        return DUPLICATE_KEY.equals(e.getSQLState()) || e.getErrorCode() == MYSQL_DUPLICATE_KEY;
    }

    static boolean isMissingTable(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith(MISSING_TABLE_CLASS) || state.equals(POSTGRES_MISSING_TABLE));
    }

    static boolean isMissingColumn(SQLException e) {
        return switch (String.valueOf(e.getSQLState())) {
            case "42S22", "42703" -> true;
            default -> false;
        };
    }

    /** As HikariCP says it; it gives a cause if it could not make the connection, rather than had none left. */
    static boolean isUsedUpPool(SQLException e) {
        return e instanceof SQLTransientConnectionException && e.getCause() == null;
    }

    /** A rejected login and a missing right, as far as drivers tell them apart; the rest may be a database that is down. */
    static Reason reason(SQLException e) {
        return is(e, SqlFault::rejectsLogin)
                ? Reason.LOGIN_REJECTED
                : is(e, SqlFault::lacksRight) ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    /** Pools wrap what drivers say. */
    private static boolean is(SQLException e, Predicate<SQLException> what) {
        return Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                .anyMatch(one -> one instanceof SQLException fault && what.test(fault));
    }

    private static boolean rejectsLogin(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("28");
    }

    private static boolean lacksRight(SQLException e) {
        return switch (e.getErrorCode()) {
            // MySQL: no right to a database, a table, a column, an administrator's; H2's
            case 1044, 1142, 1143, 1227, 90096 -> true;
            default -> "42501".equals(e.getSQLState());
        };
    }

    static boolean isWrongAddress(SQLException e) {
        return is(e, SqlFault::namesNoDatabase);
    }

    private static boolean namesNoDatabase(SQLException e) {
        return switch (e.getErrorCode()) {
            // MySQL's unknown database; H2's, and what H2 rejects in an address
            case 1049, 90146, 90149, 90113, 90011 -> true;
            default ->
                switch (String.valueOf(e.getSQLState())) {
                    // PostgreSQL's unknown database and for a form that it cannot read, MySQL's for an option
                    case "3D000", "99999", "S1009" -> true;
                    case "08001" -> e.getCause() != null && root(e) instanceof IllegalArgumentException;
                    default -> false;
                };
        };
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** The row belongs to a transaction that has not ended; the statement has written nothing. */
    static boolean isHeldByAnotherTransaction(SQLException e) {
        return switch (String.valueOf(e.getSQLState())) {
            // serialization failure or deadlock; PostgreSQL's deadlock and lock timeout
            case "40001", "40P01", "55P03" -> true;
            default ->
                switch (e.getErrorCode()) {
                    // MySQL's lock timeout and deadlock; MariaDB's row that changed since it was read
                    case 1205, 1213, 1020 -> true;
                    // H2's lock timeout and concurrent update
                    case 50200, 90131 -> true;
                    default -> false;
                };
        };
    }
}
