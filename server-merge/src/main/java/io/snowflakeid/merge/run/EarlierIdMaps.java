package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Old and new ids of what was merged twice, each pair put together of both merges' maps. */
final class EarlierIdMaps {

    private final MergePlan plan;
    private final Sessions sessions;
    private final AuditTables audit;
    private final Steps steps;
    private final Dialect dialect;

    EarlierIdMaps(MergePlan plan, Sessions sessions, AuditTables audit, Steps steps) {
        this.plan = plan;
        this.sessions = sessions;
        this.audit = audit;
        this.steps = steps;
        dialect = sessions.dialect();
    }

    /** First the ids that the earlier merge replaced, then those that it left or moved and that this one replaces. */
    void fill(EarlierMove moved) throws SQLException {
        EarlierPart part = moved.part();
        IdDomain domain = moved.domain();
        String now = domain != null && moved.mappedNow() ? dialect.table(plan.target(), domain.mapTable()) : null;
        String then = moved.formerMap() == null ? null : part.table(dialect, moved.formerMap());
        if (then != null) {
            String stayed = "t.merge_new_id + " + moved.shift();
            String value = now == null
                    ? stayed
                    : moved.allMappedNow() ? "n.merge_new_id" : "COALESCE(n.merge_new_id, " + stayed + ")";
            String join = now == null
                    ? ""
                    : (moved.allMappedNow() ? " JOIN " : " LEFT JOIN ") + now + " n ON n.merge_source = "
                            + part.source().number() + " AND n.merge_old_id = t.merge_new_id";
            copy(
                    moved,
                    "replaced",
                    new Rows(
                            then + " t",
                            "t.merge_source = " + part.former(),
                            "t.merge_old_id",
                            "t.merge_old_id, " + value,
                            join));
        }
        if (now != null && !moved.formerAllMapped()) {
            String old = "t.merge_old_id - " + moved.formerShift();
            String known = then == null
                    ? ""
                    : " AND NOT EXISTS (SELECT 1 FROM " + then + " f WHERE f.merge_source = " + part.former()
                            + " AND f.merge_old_id = " + old + ")";
            copy(
                    moved,
                    "stayed",
                    new Rows(
                            now + " t",
                            "t.merge_source = " + part.source().number() + " AND t.merge_old_id BETWEEN "
                                    + (moved.first() + moved.formerShift()) + " AND "
                                    + (moved.last() + moved.formerShift()) + known,
                            "t.merge_old_id",
                            old + ", t.merge_new_id",
                            ""));
        }
    }

    /** Rows of one table with what is joined to them, in the order of an id. */
    private record Rows(String from, String where, String id, String values, String join) {}

    /** In chunks, each in one transaction with its note. */
    private void copy(EarlierMove moved, String which, Rows rows) throws SQLException {
        String name = "earlier ids " + moved.part().number() + " " + moved.map() + " " + which + " after ";
        @Nullable Long after = null;
        do {
            String begin = after == null ? "" : " AND " + rows.id() + " > " + after;
            Optional<Long> end = sessions.with(session -> chunkEnd(session, rows, begin));
            String upTo = end.map(last -> " AND " + rows.id() + " <= " + last).orElse("");
            steps.onceInTransaction(
                    name + after,
                    session -> Steps.execute(
                            session,
                            "INSERT INTO " + audit.name(String.valueOf(moved.map()))
                                    + " (merge_source, merge_old_id, merge_new_id) SELECT "
                                    + moved.part().number() + ", " + rows.values() + " FROM " + rows.from()
                                    + rows.join() + " WHERE " + rows.where() + begin + upTo));
            after = end.orElse(null);
        } while (after != null);
    }

    private Optional<Long> chunkEnd(Connection session, Rows rows, String begin) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + rows.id() + " FROM " + rows.from() + " WHERE "
                        + rows.where() + begin + " ORDER BY " + rows.id() + " LIMIT 1 OFFSET "
                        + (plan.execution().chunkRows() - 1))) {
            return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
        }
    }
}
