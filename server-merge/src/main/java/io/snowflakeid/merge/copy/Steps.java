package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;

/** Executes the steps of a merge, and skips the steps that an earlier, killed process has finished. */
record Steps(Sessions sessions, AuditTables audit) {

    /**
     * Executes a step in one transaction unless the step is already recorded as finished. DDL statements commit the transaction before the step is
     * recorded, so a step with DDL must be repeatable. The task returns the number of changed rows.
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
