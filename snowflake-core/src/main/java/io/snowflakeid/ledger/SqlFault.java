package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a database meant by a failure, told by SQLSTATE or the vendor's code: their drivers agree on no exception type. */
final class SqlFault {

    private static final int MYSQL_DUPLICATE_KEY = 1062;
    private static final String DUPLICATE_KEY = "23505";
    private static final String POSTGRES_MISSING_TABLE = "42P01";
    private static final String MISSING_TABLE_CLASS = "42S";

    private static final String RIGHT = "the user lacks a right: docs/worker-ids.md lists those that a ledger needs";
    private static final String FILTER =
            "the pool filters SQL, as Druid's does with filters=wall, and rejects a statement of the"
                    + " ledger: allow it, or give the ledger connections of its own by the jdbc: address of its database";
    private static final String ADDRESS = "the address leads to no database: correct it, or create that database";

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

    /** What is to be corrected, as far as drivers tell it apart; empty if the database may just be down. */
    static Optional<String> correction(SQLException e) {
        return Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause) // pools wrap what drivers say
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .flatMap(one -> correctionOf(one).stream())
                .findFirst();
    }

    private static Optional<String> correctionOf(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        if (state.startsWith("28")) {
            return Optional.of("the database rejects the user or the password: correct them");
        }
        if (String.valueOf(e.getMessage()).startsWith("sql injection violation")) {
            return Optional.of(FILTER);
        }
        return switch (e.getErrorCode()) {
            // MySQL: no right to a database, a table, a column, an administrator's; H2's
            case 1044, 1142, 1143, 1227, 90096 -> Optional.of(RIGHT);
            // MySQL's unknown database; H2's, and what H2 rejects in an address
            case 1049, 90146, 90149, 90113, 90011 -> Optional.of(ADDRESS);
            default ->
                switch (state) {
                    case "42501" -> Optional.of(RIGHT);
                    case "3D000" -> Optional.of(ADDRESS);
                    // PostgreSQL's for a form that it cannot read, MySQL's for an option
                    case "99999", "S1009" -> Optional.of(ADDRESS);
                    case "08001" ->
                        e.getCause() != null && root(e) instanceof IllegalArgumentException
                                ? Optional.of(ADDRESS)
                                : Optional.empty();
                    default -> Optional.empty();
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
