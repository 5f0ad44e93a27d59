package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.SQLException;

/**
 * Steps that are done once. A step that defines tables cannot be part of a transaction, so it may be done and not yet be noted:
 * each one looks first what is there.
 */
record Steps(Sessions sessions, AuditTables audit) {

    /** Outside a transaction; may be done twice. The work returns how many rows it was about. */
    void once(String name, Sessions.Task<Long> work) throws SQLException {
        long start = System.nanoTime();
        try {
            if (!sessions.with(session -> audit.noted(session, name))) {
                long rows = sessions.with(work);
                sessions.with(session -> audit.noted(session, name) || audit.note(session, name, rows, start));
            }
        } catch (SQLException e) {
            throw StepFailure.of(name, e);
        }
    }

    /** In one transaction with its note. */
    void onceInTransaction(String name, Sessions.Task<Long> work) throws SQLException {
        long start = System.nanoTime();
        try {
            sessions.inTransaction(
                    session -> audit.noted(session, name) || audit.note(session, name, work.run(session), start));
        } catch (SQLException e) {
            throw StepFailure.of(name, e);
        }
    }
}
