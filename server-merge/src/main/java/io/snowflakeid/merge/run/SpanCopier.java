package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeyWalk;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.LongConsumer;

/**
 * Does the chunks of a span, each in one transaction with the note of how far it is: whoever comes later, after a kill at any
 * instant, goes on exactly there.
 */
final class SpanCopier {

    /** No game has such a column. */
    private static final String STAGED_ROW = AuditNames.PREFIX + "row";

    private static final long CHUNK_BYTES = 64L << 20;

    private final MergePlan plan;
    private final Sessions sessions;
    private final Spans spans;
    private final MapFill maps;

    SpanCopier(MergePlan plan, Sessions sessions, Spans spans, MapFill maps) {
        this.plan = plan;
        this.sessions = sessions;
        this.spans = spans;
        this.maps = maps;
    }

    /** Does all that is left of a span; tells how many rows each chunk had. */
    void finish(Span span, LongConsumer copied) throws SQLException {
        if (span.kind() == Span.Kind.STAGED && !span.done()) {
            stage(span);
        }
        Span current = span;
        while (!current.done()) {
            long before = current.doneRows();
            current = sessions.inTransaction(session -> chunk(session, span.number()));
            copied.accept(current.doneRows() - before);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
        if (span.kind() == Span.Kind.STAGED) {
            dropStage(span);
        }
    }

    /** Of a span that is done. */
    void dropStage(Span span) throws SQLException {
        sessions.with(session -> execute(session, "DROP TABLE IF EXISTS " + stageOf(span)));
    }

    private Span chunk(Connection session, int number) throws SQLException {
        Span span = spans.lock(session, number);
        if (span.done()) {
            return span;
        }
        long start = System.nanoTime();
        Span advanced =
                switch (span.kind()) {
                    case COPY -> copy(session, span);
                    case WHOLE -> whole(session, span);
                    case STAGED -> staged(session, span);
                    case MAP -> maps.chunk(session, span, plan.execution().chunkRows());
                };
        spans.save(session, advanced, (System.nanoTime() - start) / 1_000_000);
        return advanced;
    }

    // --------------------------------------------------------------------------------------------------- with a key

    private Span copy(Connection session, Span span) throws SQLException {
        TablePlan table = plan.table(span.table());
        SourcePlan source = plan.sources().get(span.source() - 1);
        Dialect dialect = sessions.dialect();
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        KeyWalk walk = walkOf(dialect, table);
        String position = span.position();
        String end = walk.chunkEnd(session, rows.rows(), RowSelect.ROW, position, span.end(), chunkRows(table));
        String upTo = end == null ? span.end() : end;
        String range = rows.where(walk.range(RowSelect.ROW, position, upTo));
        String query = select(rows) + range + " ORDER BY " + walk.order(RowSelect.ROW);
        try (PreparedStatement statement = session.prepareStatement(insert(table, query))) {
            walk.bindRange(statement, position, upTo);
            return span.advanced(upTo, statement.executeUpdate(), end == null);
        }
    }

    private static String select(RowSelect rows) {
        return "SELECT " + rows.namedSelect() + " FROM " + rows.from();
    }

    static KeyWalk walkOf(Dialect dialect, TablePlan table) {
        return new KeyWalk(
                dialect,
                table.walk().stream().map(name -> table.column(name).column()).toList());
    }

    /** Fewer of them where they are wide, so that a transaction stays bounded. */
    private long chunkRows(TablePlan table) {
        long fitting = table.averageRowBytes() <= 0 ? Long.MAX_VALUE : CHUNK_BYTES / table.averageRowBytes();
        return Math.max(1, Math.min(plan.execution().chunkRows(), Math.max(100, fitting)));
    }

    private String insert(TablePlan table, String query) {
        return "INSERT INTO " + sessions.dialect().table(plan.target(), table.name()) + " (" + columnsOf(table) + ") "
                + query;
    }

    // ------------------------------------------------------------------------------------------------ without a key

    private Span whole(Connection session, Span span) throws SQLException {
        TablePlan table = plan.table(span.table());
        return span.advanced(null, all(session, span, query -> insert(table, query)), true);
    }

    /** What stores the rows of a query. */
    private interface Insert {
        String of(String query);
    }

    private long all(Connection session, Span span, Insert insert) throws SQLException {
        TablePlan table = plan.table(span.table());
        SourcePlan source = plan.sources().get(span.source() - 1);
        sessions.dialect().use(session, source.database());
        RowSelect rows = new RowSelect(plan, sessions.dialect(), table, source);
        try (Statement statement = session.createStatement()) {
            return statement.executeLargeUpdate(insert.of(select(rows) + rows.where()));
        }
    }

    /** Numbers the rows, in a table of its own that is begun anew if it was not finished. */
    private void stage(Span span) throws SQLException {
        String stage = stageOf(span);
        Steps steps = new Steps(sessions, new AuditTables(sessions.dialect(), plan.target()));
        steps.once("stage " + span.number(), session -> {
            Dialect dialect = sessions.dialect();
            execute(session, "DROP TABLE IF EXISTS " + stage);
            String like = dialect.table(plan.target(), span.table());
            for (String sql : dialect.createNumbered(stage, like, columnsOf(plan.table(span.table())), STAGED_ROW)) {
                execute(session, sql);
            }
            String columns = columnsOf(plan.table(span.table()));
            return all(session, span, query -> "INSERT INTO " + stage + " (" + columns + ") " + query);
        });
    }

    private String columnsOf(TablePlan table) {
        return String.join(
                ", ",
                table.columns().stream()
                        .map(column -> sessions.dialect().quote(column.name()))
                        .toList());
    }

    private String stageOf(Span span) {
        return sessions.dialect().table(plan.target(), stageName(span));
    }

    private static String stageName(Span span) {
        return AuditNames.PREFIX + "stage_" + span.number();
    }

    private Span staged(Connection session, Span span) throws SQLException {
        TablePlan table = plan.table(span.table());
        String columns = columnsOf(table);
        long from = span.last() == null ? 0 : Long.parseLong(span.last());
        long upTo = from + chunkRows(table);
        try (PreparedStatement insert = session.prepareStatement(insert(
                table,
                "SELECT " + columns + " FROM " + stageOf(span) + " WHERE " + STAGED_ROW + " > ? AND " + STAGED_ROW
                        + " <= ? ORDER BY " + STAGED_ROW))) {
            insert.setLong(1, from);
            insert.setLong(2, upTo);
            long written = insert.executeUpdate();
            boolean done = upTo >= greatestRow(session, span);
            long staged = stagedRows(session, span);
            if (done && span.doneRows() + written != staged) {
                throw new SQLException("staging table of span " + span.number() + " had " + staged + " rows, and "
                        + (span.doneRows() + written) + " were copied from it: it was changed by somebody else;"
                        + " drop the target and run again");
            }
            return span.advanced(String.valueOf(upTo), written, done);
        }
    }

    private long stagedRows(Connection session, Span span) throws SQLException {
        String steps = new AuditTables(sessions.dialect(), plan.target()).name(AuditNames.STEP);
        try (PreparedStatement select =
                session.prepareStatement("SELECT done_rows FROM " + steps + " WHERE name = ?")) {
            select.setString(1, "stage " + span.number());
            try (var row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private long greatestRow(Connection session, Span span) throws SQLException {
        try (Statement statement = session.createStatement();
                var row = statement.executeQuery("SELECT COALESCE(MAX(" + STAGED_ROW + "), 0) FROM " + stageOf(span))) {
            row.next();
            return row.getLong(1);
        }
    }

    private static boolean execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            return statement.execute(sql);
        }
    }
}
