package io.snowflakeid.merge.sql;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.stream.Stream;

/** Failures that have nothing to do with what was asked for: the same may succeed later. */
public final class Passing {

    /** Their numbers do not overlap. */
    private static final List<Dialect> DIALECTS = Stream.concat(
                    Stream.of(new MySqlDialect(false)), Dialect.others().stream())
            .toList();

    private Passing() {}

    /** Whether a lock was not had, a deadlock was resolved, or the server or the way to it was lost. */
    public static boolean is(SQLException failure) {
        for (Throwable cause = failure; cause instanceof SQLException sql; cause = cause.getCause()) {
            if (sql instanceof SQLRecoverableException
                    || sql instanceof SQLTransientException
                    || String.valueOf(sql.getSQLState()).startsWith("40")
                    || DIALECTS.stream().anyMatch(dialect -> dialect.transientFailure(sql) || dialect.lost(sql))) {
                return true;
            }
        }
        return false;
    }
}
