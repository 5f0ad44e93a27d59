package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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

    /** A source's ids of a domain, which get fresh ones. */
    private record Part(IdDomain domain, SourceIds ids) {}

    /** Fills the tables, by several writers: the ids of a domain and source in one transaction. */
    void fill(Steps steps, MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<Part> parts = plan.domains().stream()
                .flatMap(domain -> domain.sources().stream()
                        .filter(ids -> ids.freshFrom() != 0)
                        .map(ids -> new Part(domain, ids)))
                .toList();
        long total = parts.stream().mapToLong(part -> part.ids().ids()).sum();
        Count count = new Count("map ids", 0, total, progress);
        ParallelTasks.map(plan.execution().writers(), parts, part -> {
            String step = "map ids of domain " + part.domain().number() + " from source "
                    + part.ids().source();
            steps.once(step, session -> fill(session, part.domain(), part.ids()));
            return count.add(part.ids().ids());
        });
    }

    /** Gives fresh ids in the order of the old ones. */
    private long fill(Connection session, IdDomain domain, SourceIds ids) throws SQLException {
        SourcePlan source = plan.source(ids.source());
        String old = domain.roots().stream()
                .filter(root -> plan.table(root.table()).rowsOf(source.number()) != null)
                .map(root -> idsToReplace(root, source))
                .collect(Collectors.joining(" UNION "));
        return Sql.update(session, """
                INSERT INTO %s (merge_source, merge_old_id, merge_new_id)
                SELECT %d, i.id, %d + ROW_NUMBER() OVER (ORDER BY i.id) FROM (%s) i
                """.formatted(
                        dialect.table(plan.target(), domain.mapTable()), source.number(), ids.freshFrom() - 1, old));
    }

    private String idsToReplace(ColumnName root, SourcePlan source) {
        String id = "s." + dialect.quote(root.column());
        return "SELECT DISTINCT " + id + " AS id FROM "
                + RowSelect.rowsOf(dialect, plan.table(root.table()), source, "s") + " WHERE " + id + " IS NOT NULL";
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
                                        KeepFirst.replacements(plan, dialect, AuditNames.LEFT_OUT, domain),
                                        map)));
    }
}
