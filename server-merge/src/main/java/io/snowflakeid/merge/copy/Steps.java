package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.SQLException;

/** Steps that are done once. */
record Steps(Sessions sessions, AuditTables audit) {

    /**
     * In one transaction with its note. A statement that defines something ends the transaction, so that it may be done and not yet be
     * noted: such work looks first what is there. The work returns how many rows it was about.
     */
    void once(String name, Sessions.Task<Long> work) throws SQLException {
        long start = System.nanoTime();
        try {
            sessions.inTransaction(
                    session -> audit.noted(session, name) || audit.note(session, name, work.run(session), start));
        } catch (SQLException e) {
            throw StepFailure.of(name, e);
        }
    }
}
