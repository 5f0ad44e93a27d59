package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Fills the map tables, which contain the old and new ids. The merge commits all new ids before the merge copies rows. */
record MapFill(MergePlan plan, Dialect dialect) {

    private static final String STEP = "map ids";

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

    private record Part(IdDomain domain, SourceIds ids) {}

    /** Fills the map tables in parallel. Each transaction inserts at most {@code chunk-rows} ids. */
    void fill(Steps steps, MergeProgress.Listener progress) throws SQLException, InterruptedException {
        if (steps.sessions().with(session -> steps.audit().noted(session, STEP))) {
            return;
        }
        List<Part> parts = plan.domains().stream()
                .flatMap(domain -> domain.sources().stream()
                        .filter(ids -> ids.freshFrom() != 0)
                        .map(ids -> new Part(domain, ids)))
                .toList();
        long total = parts.stream().mapToLong(part -> part.ids().ids()).sum();
        Count count = new Count(STEP, 0, total, progress);
        ParallelTasks.map(plan.execution().writers(), parts, part -> fill(steps.sessions(), part, count));
        steps.once(STEP, session -> total);
    }

    private long fill(Sessions sessions, Part part, Count count) throws SQLException {
        long before;
        long done = 0;
        do {
            before = done;
            done = sessions.inTransaction(session -> fill(session, part.domain(), part.ids()));
            count.add(done - before);
        } while (done > before && !Thread.currentThread().isInterrupted());
        return done;
    }

    /** Assigns new ids to the next chunk of a source's old ids. The method returns the number of the source's old ids that have a new id. */
    private long fill(Connection session, IdDomain domain, SourceIds ids) throws SQLException {
        SourcePlan source = plan.source(ids.source());
        String map = dialect.table(plan.target(), domain.mapTable());
        // FOR UPDATE makes the query wait until the server has rolled back the transaction of a killed process
        String last = "SELECT merge_old_id, merge_new_id FROM " + map
                + " WHERE merge_source = ? ORDER BY merge_old_id DESC LIMIT 1 FOR UPDATE";
        List<Long> made = Sql.one(session, last, row -> List.of(row.getLong(1), row.getLong(2)), source.number())
                .orElse(List.of());
        String left = made.isEmpty() ? ">= " + ids.least() : "> " + made.get(0);
        long greatest = made.isEmpty() ? ids.freshFrom() - 1 : made.get(1);
        int most = plan.execution().chunkRows();
        long more = Sql.update(
                session, """
                INSERT INTO %s (merge_source, merge_old_id, merge_new_id)
                SELECT %d, i.id, %d + ROW_NUMBER() OVER (ORDER BY i.id)
                FROM (SELECT u.id FROM (%s) u ORDER BY u.id LIMIT %d) i
                """.formatted(map, source.number(), greatest, next(domain, source, left, most), most));
        return greatest + more - ids.freshFrom() + 1;
    }

    private String next(IdDomain domain, SourcePlan source, String left, int most) {
        return domain.roots().stream()
                .filter(root -> plan.table(root.table()).rowsOf(source.number()) != null)
                .map(root -> {
                    String id = "s." + dialect.quote(root.column());
                    String rows = RowSelect.rowsOf(dialect, plan.table(root.table()), source, "s");
                    return "SELECT n.id FROM (SELECT DISTINCT %1$s AS id FROM %2$s WHERE %1$s %3$s ORDER BY 1 LIMIT %4$d) n"
                            .formatted(id, rows, left, most);
                })
                .collect(Collectors.joining(" UNION "));
    }

    void follow(Steps steps) throws SQLException {
        for (IdDomain domain : plan.domains()) {
            if (!KeepFirst.leads(plan, domain).isEmpty()) {
                steps.once("follow " + domain.number(), session -> follow(session, domain));
            }
        }
    }

    private long follow(Connection session, IdDomain domain) throws SQLException {
        String map = dialect.table(plan.target(), domain.mapTable());
        String led = KeepFirst.replacements(plan, dialect, AuditNames.LEFT_OUT, domain);
        boolean fresh = domain.sources().stream().anyMatch(ids -> ids.freshFrom() != 0);
        String columns = "merge_source, merge_old_id";
        Sql.update(session, "DELETE FROM %1$s WHERE (%2$s) IN (SELECT %2$s FROM %3$s)".formatted(map, columns, led));
        return Sql.update(session, """
                INSERT INTO %1$s (%2$s, merge_new_id) SELECT l.merge_source, l.merge_old_id, COALESCE(k.merge_new_id, l.%4$s)
                FROM %3$s l LEFT JOIN %1$s k ON k.merge_source = l.merge_kept_source AND k.merge_old_id = l.merge_kept_id
                """.formatted(map, columns, led, fresh ? "merge_kept_id" : "merge_new_id"));
    }
}
