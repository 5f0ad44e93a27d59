package io.snowflakeid.merge.run;

import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The spans of a run, as the target remembers them. */
final class Spans {

    private static final String COLUMNS =
            "span, kind, table_name, source, after_key, end_key, last_key, planned_rows, done_rows, done";

    private final String table;

    Spans(AuditTables audit) {
        table = audit.name(AuditNames.SPAN);
    }

    void add(Connection session, List<Span> spans) throws SQLException {
        List<@Nullable Object[]> rows = spans.stream()
                .map(span -> new @Nullable Object[] {
                    span.number(),
                    span.kind().name(),
                    span.table(),
                    span.source(),
                    span.after(),
                    span.end(),
                    span.last(),
                    span.plannedRows(),
                    span.doneRows(),
                    span.done() ? 1 : 0
                })
                .toList();
        Sql.updateAll(
                session,
                "INSERT INTO " + table + " (" + COLUMNS
                        + ", chunks, millis) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
                rows);
    }

    List<Span> all(Connection session) throws SQLException {
        return Sql.list(session, "SELECT " + COLUMNS + " FROM " + table + " ORDER BY span", Spans::span);
    }

    /**
     * The span as it was committed last; nobody else advances it before this transaction ends. Waits for a chunk of a run that was
     * killed and that the server has not yet undone.
     */
    Span lock(Connection session, int number) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM " + table + " WHERE span = ? FOR UPDATE";
        return Sql.one(session, sql, Spans::span, number)
                .orElseThrow(() -> new SQLException(
                        "span " + number + " is not in " + table + ": the target was changed by hand"));
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
        Sql.update(
                session,
                "UPDATE " + table
                        + " SET last_key = ?, done_rows = ?, chunks = chunks + 1, millis = millis + ?, done = ?"
                        + " WHERE span = ?",
                span.last(),
                span.doneRows(),
                millis,
                span.done() ? 1 : 0,
                span.number());
    }
}
