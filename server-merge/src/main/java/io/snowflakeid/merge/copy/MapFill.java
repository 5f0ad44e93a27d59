package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
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

    /** The tables of old and new ids. */
    List<String> tables() {
        return plan.domains().stream()
                .filter(IdDomain::hasMap)
                .map(IdDomain::mapTable)
                .toList();
    }

    void create(Sessions sessions, AuditTables audit) throws SQLException {
        for (String table : tables()) {
            sessions.with(session -> Sql.update(session, audit.createMap(table)));
        }
    }

    /** What has to be filled. */
    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (IdDomain domain : plan.domains()) {
            for (SourceIds ids : domain.sources()) {
                if (ids.freshFrom() != 0) {
                    String number = String.valueOf(domain.number());
                    spans.add(new Span(spans.size() + 1, Span.Kind.MAP, number, ids.source(), ids.ids()));
                }
            }
        }
        return spans;
    }

    /** The next ids in their order, each with a fresh one. */
    Span chunk(Connection session, Span span, int rows) throws SQLException {
        IdDomain domain = plan.domain(Integer.parseInt(span.table()));
        String map = dialect.table(plan.target(), domain.mapTable());
        String branches = domain.roots().stream()
                .filter(root -> plan.table(root.table()).rowsOf(span.source()) != null)
                .map(root -> branch(domain, root, span, rows))
                .collect(Collectors.joining(" UNION "));
        long first = domain.of(span.source()).freshFrom() + span.doneRows() - 1;
        long written = Sql.update(session, """
                INSERT INTO %1$s (merge_source, merge_old_id, merge_new_id)
                SELECT %2$d, i.id, %3$d + ROW_NUMBER() OVER (ORDER BY i.id)
                FROM (SELECT id FROM (%4$s) u ORDER BY id LIMIT %5$d) i
                """.formatted(map, span.source(), first, branches, rows));
        String greatest = "SELECT MAX(merge_old_id) FROM " + map + " WHERE merge_source = ?";
        String last = written == 0 ? span.last() : "" + Sql.number(session, greatest, span.source());
        return span.advanced(last, written, written < rows);
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
                TablePlan table = plan.table(root.table());
                if (table.rowsOf(earlier.number()) != null) {
                    conditions.add("EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, table, earlier, "e")
                            + " WHERE e." + dialect.quote(root.column()) + " = " + id + ")");
                }
            }
        }
        return String.join(" OR ", conditions);
    }

    // --------------------------------------------------------------------------- rows that another one was kept for

    /** Leads ids of rows that were not kept to the row that was kept in their place. */
    void follow(Steps steps) throws SQLException {
        for (UniquePlan unique : plan.uniques()) {
            for (IdDomain domain : plan.domains()) {
                for (ColumnName root : domain.roots()) {
                    if (unique.leadsReferences()
                            && root.table().equals(unique.table())
                            && domain.mode() != IdMode.STATIC) {
                        steps.onceInTransaction(
                                "follow " + unique.number() + " " + root.column(),
                                session -> follow(session, unique, domain, root));
                    }
                }
            }
        }
    }

    private long follow(Connection session, UniquePlan unique, IdDomain domain, ColumnName root) throws SQLException {
        String map = dialect.table(plan.target(), domain.mapTable());
        TablePlan table = plan.table(unique.table());
        long rows = 0;
        for (SourcePlan later : plan.sources()) {
            for (SourcePlan earlier : plan.sources().subList(0, later.number() - 1)) {
                if (table.copiedFrom(later.number()) && table.copiedFrom(earlier.number())) {
                    rows += Sql.update(
                            session,
                            dialect.insertOrOverwrite(
                                    map,
                                    List.of("merge_source", "merge_old_id"),
                                    List.of("merge_new_id"),
                                    led(map, unique, domain.of(earlier.number()), root, later, earlier)));
                }
            }
        }
        return rows;
    }

    private String led(
            String map, UniquePlan unique, SourceIds kept, ColumnName root, SourcePlan later, SourcePlan earlier) {
        KeepFirst rows = new KeepFirst(plan, dialect);
        return """
                SELECT %1$d AS merge_source, s.%2$s AS merge_old_id, COALESCE(k.merge_new_id, e.%2$s + %3$d) AS merge_new_id
                FROM %4$s JOIN %5$s ON %6$s LEFT JOIN %7$s k ON k.merge_source = %8$d AND k.merge_old_id = e.%2$s
                """.formatted(
                        later.number(),
                        dialect.quote(root.column()),
                        kept.shift(),
                        rows.keyed(unique, later, "s"),
                        rows.kept(unique, earlier, "e"),
                        rows.sameKey(unique, "s", "e"),
                        map,
                        earlier.number());
    }
}
