package io.snowflakeid.merge.run;

import io.snowflakeid.merge.sql.AuditNames;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The spans of a run, as the target remembers them. */
final class Spans {

    private static final String COLUMNS =
            "span, kind, table_name, source, after_key, end_key, last_key, planned_rows, done_rows, done";

    private final String table;

    Spans(AuditTables audit) {
        table = audit.name(AuditNames.SPAN);
    }

    void add(Connection session, List<Span> spans) throws SQLException {
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + table + " (" + COLUMNS
                + ", chunks, millis) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)")) {
            for (Span span : spans) {
                insert.setInt(1, span.number());
                insert.setString(2, span.kind().name());
                insert.setString(3, span.table());
                insert.setInt(4, span.source());
                insert.setString(5, span.after());
                insert.setString(6, span.end());
                insert.setString(7, span.last());
                insert.setLong(8, span.plannedRows());
                insert.setLong(9, span.doneRows());
                insert.setInt(10, span.done() ? 1 : 0);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    List<Span> all(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + COLUMNS + " FROM " + table + " ORDER BY span")) {
            List<Span> spans = new ArrayList<>();
            while (rows.next()) {
                spans.add(span(rows));
            }
            return spans;
        }
    }

    /**
     * The span as it was committed last; nobody else advances it before this transaction ends. Waits for a chunk of a run that was
     * killed and that the server has not yet undone.
     */
    Span lock(Connection session, int number) throws SQLException {
        try (PreparedStatement select =
                session.prepareStatement("SELECT " + COLUMNS + " FROM " + table + " WHERE span = ? FOR UPDATE")) {
            select.setInt(1, number);
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException(
                            "span " + number + " is not in " + table + ": the target was changed by hand");
                }
                return span(rows);
            }
        }
    }

    private static Span span(ResultSet row) throws SQLException {
        return new Span(
                row.getInt(1),
                Span.Kind.valueOf(row.getString(2)),
                row.getString(3),
                row.getInt(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getLong(8),
                row.getLong(9),
                row.getInt(10) == 1);
    }

    /** In the transaction that did the work. */
    void save(Connection session, Span span, long millis) throws SQLException {
        try (PreparedStatement update = session.prepareStatement(
                "UPDATE " + table
                        + " SET last_key = ?, done_rows = ?, chunks = chunks + 1, millis = millis + ?, done = ? WHERE span = ?")) {
            update.setString(1, span.last());
            update.setLong(2, span.doneRows());
            update.setLong(3, millis);
            update.setInt(4, span.done() ? 1 : 0);
            update.setInt(5, span.number());
            update.executeUpdate();
        }
    }
}
