package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeepFirst;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.SourceTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tables of old and new ids: committed before any row that uses them. */
final class MapFill {

    private final MergePlan plan;
    private final Dialect dialect;

    MapFill(MergePlan plan, Dialect dialect) {
        this.plan = plan;
        this.dialect = dialect;
    }

    /** What has to be filled, as spans that begin at this number. */
    List<Span> spans(int firstNumber) {
        List<Span> spans = new ArrayList<>();
        for (IdDomain domain : plan.domains()) {
            for (SourceIds ids : domain.sources()) {
                if (ids.freshFrom() != 0) {
                    spans.add(new Span(
                            firstNumber + spans.size(),
                            Span.Kind.MAP,
                            String.valueOf(domain.number()),
                            ids.source(),
                            null,
                            null,
                            null,
                            ids.ids(),
                            0,
                            false));
                }
            }
        }
        return spans;
    }

    /** The next ids in their order, each with a fresh one. */
    Span chunk(Connection session, Span span, int rows) throws SQLException {
        IdDomain domain = plan.domain(Integer.parseInt(span.table()));
        SourceIds ids = domain.of(span.source());
        String map = dialect.table(plan.target(), domain.mapTable());
        String branches = domain.roots().stream()
                .filter(root -> plan.table(root.table()).rowsOf(span.source()) != null)
                .map(root -> branch(domain, root, span, rows))
                .collect(Collectors.joining(" UNION "));
        long first = ids.freshFrom() + span.doneRows() - 1;
        String insert = "INSERT INTO " + map + " (merge_source, merge_old_id, merge_new_id) SELECT " + span.source()
                + ", i.id, " + first + " + ROW_NUMBER() OVER (ORDER BY i.id) FROM (SELECT id FROM (" + branches
                + ") u ORDER BY id LIMIT " + rows + ") i";
        try (Statement statement = session.createStatement()) {
            long written = statement.executeUpdate(insert);
            String last = written == 0 ? span.last() : "" + greatest(session, map, span);
            return span.advanced(last, written, written < rows);
        }
    }

    private String branch(IdDomain domain, ColumnName root, Span span, int rows) {
        String id = "s." + dialect.quote(root.column());
        SourcePlan source = plan.sources().get(span.source() - 1);
        String where = span.last() == null ? id + " IS NOT NULL" : id + " > " + span.last();
        if (domain.mode() == IdMode.MAP_CLASHES) {
            where += " AND (" + earlierHas(domain, span.source(), id) + ")";
        }
        return "(SELECT " + id + " AS id FROM " + SourceTable.rows(dialect, plan.table(root.table()), source, "s")
                + " WHERE " + where + " ORDER BY " + id + " LIMIT " + rows + ")";
    }

    private String earlierHas(IdDomain domain, int source, String id) {
        List<String> conditions = new ArrayList<>();
        for (SourcePlan earlier : plan.sources().subList(0, source - 1)) {
            for (ColumnName root : domain.roots()) {
                if (plan.table(root.table()).rowsOf(earlier.number()) != null) {
                    conditions.add(
                            "EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, plan.table(root.table()), earlier, "e")
                                    + " WHERE e." + dialect.quote(root.column()) + " = " + id + ")");
                }
            }
        }
        return String.join(" OR ", conditions);
    }

    private long greatest(Connection session, String map, Span span) throws SQLException {
        try (PreparedStatement select =
                session.prepareStatement("SELECT MAX(merge_old_id) FROM " + map + " WHERE merge_source = ?")) {
            select.setInt(1, span.source());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    // --------------------------------------------------------------------------- rows that another one was kept for

    /** Leads ids of rows that were not kept to the row that was kept in their place. */
    void follow(Steps steps) throws SQLException {
        for (UniquePlan unique : plan.uniques()) {
            if (unique.leadsReferences()) {
                for (IdDomain domain : plan.domains()) {
                    for (ColumnName root : domain.roots()) {
                        if (root.table().equals(unique.table()) && domain.mode() != IdMode.STATIC) {
                            steps.onceInTransaction(
                                    "follow " + unique.number() + " " + root.column(),
                                    session -> follow(session, unique, domain, root));
                        }
                    }
                }
            }
        }
    }

    private long follow(Connection session, UniquePlan unique, IdDomain domain, ColumnName root) throws SQLException {
        long rows = 0;
        TablePlan table = plan.table(unique.table());
        for (SourcePlan later : plan.sources()) {
            for (SourcePlan earlier : plan.sources().subList(0, later.number() - 1)) {
                if (table.copiedFrom(later.number()) && table.copiedFrom(earlier.number())) {
                    rows += follow(session, unique, domain, root, later, earlier);
                }
            }
        }
        return rows;
    }

    private long follow(
            Connection session,
            UniquePlan unique,
            IdDomain domain,
            ColumnName root,
            SourcePlan later,
            SourcePlan earlier)
            throws SQLException {
        String map = dialect.table(plan.target(), domain.mapTable());
        KeepFirst rows = new KeepFirst(plan, dialect);
        String id = dialect.quote(root.column());
        SourceIds ids = domain.of(earlier.number());
        String kept = "COALESCE(k.merge_new_id, e." + id + " + " + ids.shift() + ")";
        String query = "SELECT " + later.number() + " AS merge_source, s." + id + " AS merge_old_id, " + kept
                + " AS merge_new_id FROM " + rows.keyed(unique, later, "s") + " JOIN "
                + rows.kept(unique, earlier, "e") + " ON " + rows.sameKey(unique, "s", "e") + " LEFT JOIN "
                + map
                + " k ON k.merge_source = " + earlier.number() + " AND k.merge_old_id = e." + id;
        String sql =
                dialect.insertOrOverwrite(map, List.of("merge_source", "merge_old_id"), List.of("merge_new_id"), query);
        return Steps.execute(session, sql);
    }

    /** The tables of old and new ids. */
    List<String> tables() {
        return plan.domains().stream()
                .filter(IdDomain::hasMap)
                .map(IdDomain::mapTable)
                .toList();
    }

    /** Creates the maps that are needed. */
    void create(Sessions sessions, AuditTables audit) throws SQLException {
        for (IdDomain domain : plan.domains()) {
            if (domain.hasMap()) {
                sessions.with(session -> {
                    try (Statement statement = session.createStatement()) {
                        return statement.execute(audit.createMap(domain.mapTable()));
                    }
                });
            }
        }
    }
}
