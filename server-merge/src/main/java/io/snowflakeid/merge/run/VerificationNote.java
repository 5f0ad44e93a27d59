package io.snowflakeid.merge.run;

import io.snowflakeid.merge.run.VerificationResult.TableCheck;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;

/** What the last verification compared and found wrong, as the target's audit tells it. */
final class VerificationNote {

    private static final int LONGEST_FAULT = 3_900;

    private final Dialect dialect;
    private final String target;

    VerificationNote(Dialect dialect, String target) {
        this.dialect = dialect;
        this.target = target;
    }

    /** Replaces what the one before has noted; in a transaction of the caller's. */
    void write(Connection session, VerificationResult result) throws SQLException {
        noteChecks(session, result);
        noteFaults(session, result);
    }

    private void noteChecks(Connection session, VerificationResult result) throws SQLException {
        String table = dialect.table(target, AuditNames.CHECK);
        try (Statement statement = session.createStatement();
                PreparedStatement insert = session.prepareStatement("INSERT INTO " + table
                        + " (table_name, source, expected_rows, expected_hash, found_rows, found_hash, fine, millis,"
                        + " checked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            statement.execute("DELETE FROM " + table);
            for (TableCheck check : result.tables()) {
                insert.setString(1, check.table());
                insert.setInt(2, check.source());
                insert.setLong(3, check.expectedRows());
                insert.setString(4, check.expectedHash());
                insert.setLong(5, check.foundRows());
                insert.setString(6, check.foundHash());
                insert.setInt(7, check.fine() ? 1 : 0);
                insert.setLong(8, check.millis());
                insert.setTimestamp(9, Timestamp.from(Instant.now()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void noteFaults(Connection session, VerificationResult result) throws SQLException {
        String table = dialect.table(target, AuditNames.FAULT);
        try (Statement statement = session.createStatement();
                PreparedStatement insert =
                        session.prepareStatement("INSERT INTO " + table + " (number, fault) VALUES (?, ?)")) {
            statement.execute("DELETE FROM " + table);
            int number = 0;
            for (String fault : result.faults()) {
                insert.setInt(1, ++number);
                insert.setString(2, fault.length() <= LONGEST_FAULT ? fault : fault.substring(0, LONGEST_FAULT));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
