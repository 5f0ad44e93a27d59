package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;

/** Executes each step of a run once, even if the run is killed and started again. */
record Steps(Sessions sessions, AuditTables audit) {

    /**
     * Executes a step and notes it as finished, in one transaction. A statement that creates an object commits the transaction, so that a finished
     * step may lack its note. A step that creates objects must accept objects that already exist. The argument {@code work} returns the number of
     * changed rows.
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
