package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.StepFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tables of old and new ids: committed before any row that uses them. */
record MapFill(MergePlan plan, Dialect dialect) {

    /** The tables of old and new ids. */
    List<String> tables() {
        return plan.domains().stream()
                .filter(IdDomain::hasMap)
                .map(IdDomain::mapTable)
                .toList();
    }

    void create(Steps steps) throws SQLException {
        List<String> create = tables().stream().map(steps.audit()::createMap).toList();
        steps.sessions().with(session -> Sql.execute(session, create));
    }

    /** A source's ids of a domain, of which some get fresh ones. */
    private record Part(IdDomain domain, SourceIds ids) {}

    /** Fills the tables in chunks, by several writers. */
    void fill(Steps steps, MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<Part> parts = plan.domains().stream()
                .flatMap(domain -> domain.sources().stream()
                        .filter(ids -> ids.freshFrom() != 0)
                        .map(ids -> new Part(domain, ids)))
                .toList();
        long total = parts.stream().mapToLong(part -> part.ids().ids()).sum();
        Count count = new Count("map ids", 0, total, progress);
        SideBySide.forEach(plan.execution().writers(), parts, part -> {
            SourcePlan source = plan.sources().get(part.ids().source() - 1);
            try {
                long rows;
                do {
                    rows = steps.sessions().inTransaction(session -> fillChunk(session, part, source));
                    count.add(rows);
                } while (rows == plan.execution().chunkRows());
            } catch (SQLException e) {
                throw StepFailure.of("map ids of " + part.domain().name() + " from " + source.alias(), e);
            }
        });
    }

    /** The greatest old id of a source that has a fresh one. */
    private record Last(long old, long fresh) {}

    /**
     * Gives fresh ids in the order of the old ones, from the last one on that has one. Waits for a chunk of a run that was killed and that
     * the server has not yet undone.
     */
    private long fillChunk(Connection session, Part part, SourcePlan source) throws SQLException {
        IdDomain domain = part.domain();
        String map = dialect.table(plan.target(), domain.mapTable());
        Optional<Last> last = Sql.one(
                session,
                "SELECT merge_old_id, merge_new_id FROM " + map
                        + " WHERE merge_source = ? ORDER BY merge_old_id DESC LIMIT 1 FOR UPDATE",
                row -> new Last(row.getLong(1), row.getLong(2)),
                source.number());
        String old = domain.roots().stream()
                .filter(root -> plan.table(root.table()).rowsOf(source.number()) != null)
                .map(root -> idsToReplace(domain, root, source, last))
                .collect(Collectors.joining(" UNION "));
        return Sql.update(session, """
                INSERT INTO %1$s (merge_source, merge_old_id, merge_new_id)
                SELECT %2$d, c.id, %3$d + ROW_NUMBER() OVER (ORDER BY c.id)
                FROM (SELECT i.id FROM (%4$s) i ORDER BY i.id LIMIT %5$d) c
                """.formatted(
                        map,
                        source.number(),
                        last.map(Last::fresh).orElse(part.ids().freshFrom() - 1),
                        old,
                        plan.execution().chunkRows()));
    }

    private String idsToReplace(IdDomain domain, ColumnName root, SourcePlan source, Optional<Last> last) {
        String id = "s." + dialect.quote(root.column());
        return "(SELECT DISTINCT " + id + " AS id FROM "
                + SourceTable.rows(dialect, plan.table(root.table()), source, "s") + " WHERE "
                + last.map(before -> id + " > " + before.old()).orElse(id + " IS NOT NULL")
                + (domain.mode() == IdMode.MAP_CLASHES ? " AND (" + earlierHas(domain, source.number(), id) + ")" : "")
                + " ORDER BY id LIMIT " + plan.execution().chunkRows() + ")";
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

    /** Leads ids of rows that were not kept to the row that was kept in their place, whatever its id has become. */
    void follow(Steps steps) throws SQLException {
        for (IdDomain domain : plan.domains()) {
            if (!KeepFirst.leads(plan, domain).isEmpty()) {
                steps.once("follow " + domain.number(), session -> follow(session, domain));
            }
        }
    }

    private long follow(Connection session, IdDomain domain) throws SQLException {
        String map = dialect.table(plan.target(), domain.mapTable());
        boolean fresh = domain.sources().stream().anyMatch(ids -> ids.freshFrom() != 0);
        return Sql.update(
                session,
                dialect.insertOrOverwrite(
                        map, List.of("merge_source", "merge_old_id"), List.of("merge_new_id"), """
                SELECT l.merge_source, l.merge_old_id, COALESCE(k.merge_new_id, l.%s) AS merge_new_id
                FROM %s l LEFT JOIN %s k ON k.merge_source = l.merge_kept_source AND k.merge_old_id = l.merge_kept_id
                """.formatted(
                                fresh ? "merge_kept_id" : "merge_new_id",
                                dialect.table(plan.target(), KeepFirst.replacements(AuditNames.LEFT_OUT, domain)),
                                map)));
    }
}
