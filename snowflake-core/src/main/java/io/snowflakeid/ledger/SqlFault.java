package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

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

    /** What may be set before a transaction alone was to be set in one. */
    static boolean isWithinTransaction(SQLException e) {
        return "25001".equals(e.getSQLState());
    }

    /** An earlier statement has failed, and everything is rejected until the rollback. */
    static boolean isFailedTransaction(SQLException e) {
        return "25P02".equals(e.getSQLState());
    }

    /** As HikariCP says it; it gives a cause if it could not make the connection, rather than had none left. */
    static boolean isUsedUpPool(SQLException e) {
        return e instanceof SQLTransientConnectionException && e.getCause() == null;
    }

    /** What the driver says, in one line: some write an essay. */
    static String inOneLine(SQLException e) {
        return VisibleText.of(String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
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
