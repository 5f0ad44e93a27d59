package io.snowflakeid.merge.run;

import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

    /** Carries out one statement; returns how many rows it was about. */
    static long execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            return statement.executeLargeUpdate(sql);
        }
    }

    boolean done(String name) throws SQLException {
        return sessions.with(session -> {
            try (PreparedStatement select = session.prepareStatement("SELECT 1 FROM " + table + " WHERE name = ?")) {
                select.setString(1, name);
                try (ResultSet row = select.executeQuery()) {
                    return row.next();
                }
            }
        });
    }

    /** Outside a transaction; may be done twice. Returns how many rows it was about. */
    void once(String name, Sessions.Task<Long> work) throws SQLException {
        if (!done(name)) {
            long start = System.nanoTime();
            try {
                long rows = sessions.with(work);
                sessions.with(session -> note(session, name, rows, start));
            } catch (SQLException e) {
                throw StepFailure.of(name, e);
            }
        }
    }

    /** In one transaction with its note. */
    void onceInTransaction(String name, Sessions.Task<Long> work) throws SQLException {
        if (!done(name)) {
            long start = System.nanoTime();
            try {
                sessions.inTransaction(session -> {
                    if (!noted(session, name)) {
                        note(session, name, work.run(session), start);
                    }
                    return true;
                });
            } catch (SQLException e) {
                throw StepFailure.of(name, e);
            }
        }
    }

    private boolean noted(Connection session, String name) throws SQLException {
        try (PreparedStatement select = session.prepareStatement("SELECT 1 FROM " + table + " WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    private boolean note(Connection session, String name, long rows, long start) throws SQLException {
        if (noted(session, name)) {
            return false;
        }
        try (PreparedStatement insert = session.prepareStatement(
                "INSERT INTO " + table + " (name, done_rows, millis, done_at) VALUES (?, ?, ?, ?)")) {
            insert.setString(1, name);
            insert.setLong(2, rows);
            insert.setLong(3, (System.nanoTime() - start) / 1_000_000);
            insert.setTimestamp(4, Timestamp.from(Instant.now()));
            insert.executeUpdate();
        }
        return true;
    }
}
