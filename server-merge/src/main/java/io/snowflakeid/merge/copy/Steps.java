package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;

/** Steps that a run does once. */
record Steps(Sessions sessions, AuditTables audit) {

    /**
     * Does a step in one transaction with its note. A statement that defines an object ends the transaction, so that a step may
     * be done without a note: such work looks first what exists. The work returns how many rows it changed.
     */
    void once(String name, Sessions.Task<Long> work) throws SQLException {
        long start = System.nanoTime();
        String note = audit.sql("INSERT INTO {step} (name, done_rows, millis, done_at) VALUES (?, ?, ?, ?)");
        try {
            sessions.inTransaction(session -> {
                if (audit.noted(session, name)) {
                    return 0L;
                }
                long rows = work.run(session);
                long millis = (System.nanoTime() - start) / 1_000_000;
                return Sql.update(session, note, name, rows, millis, Timestamp.from(Instant.now()));
            });
        } catch (SQLException e) {
            throw StepFailure.of(name, e);
        }
    }
}
