package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;

/**
 * Steps that are done once. A step that defines tables cannot be part of a transaction, so it may be done and not yet be noted:
 * each one looks first what is there.
 */
final class Steps {

    private final Sessions sessions;
    private final String table;

    Steps(Sessions sessions, AuditTables audit) {
        this.sessions = sessions;
        table = audit.name(AuditNames.STEP);
    }

    /** Outside a transaction; may be done twice. Returns how many rows it was about. */
    void once(String name, Sessions.Task<Long> work) throws SQLException {
        long start = System.nanoTime();
        try {
            if (!sessions.with(session -> noted(session, name))) {
                long rows = sessions.with(work);
                sessions.with(session -> noted(session, name) || note(session, name, rows, start));
            }
        } catch (SQLException e) {
            throw StepFailure.of(name, e);
        }
    }

    /** In one transaction with its note. */
    void onceInTransaction(String name, Sessions.Task<Long> work) throws SQLException {
        long start = System.nanoTime();
        try {
            sessions.inTransaction(session -> noted(session, name) || note(session, name, work.run(session), start));
        } catch (SQLException e) {
            throw StepFailure.of(name, e);
        }
    }

    private boolean noted(Connection session, String name) throws SQLException {
        return Sql.number(session, "SELECT COUNT(*) FROM " + table + " WHERE name = ?", name) > 0;
    }

    private boolean note(Connection session, String name, long rows, long start) throws SQLException {
        Sql.update(
                session,
                "INSERT INTO " + table + " (name, done_rows, millis, done_at) VALUES (?, ?, ?, ?)",
                name,
                rows,
                (System.nanoTime() - start) / 1_000_000,
                Timestamp.from(Instant.now()));
        return true;
    }
}
