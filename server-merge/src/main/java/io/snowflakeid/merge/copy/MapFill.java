package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
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

    private static final String STEP = "map ids";

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

    /** Fills the tables, by several writers, in transactions of so many ids as a span has rows. */
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
        ParallelTasks.map(plan.execution().writers(), parts, part -> {
            long before;
            long done = 0;
            do {
                before = done;
                done = steps.sessions().inTransaction(session -> fill(session, part.domain(), part.ids()));
                count.add(done - before);
            } while (done > before && !Thread.currentThread().isInterrupted());
            return done;
        });
        steps.once(STEP, session -> total);
    }

    /** So many in a transaction; all if a root has no index that begins with it, as each part would read the whole table. */
    private long most(IdDomain domain, SourceIds ids) {
        boolean indexed = domain.roots().stream().allMatch(root -> {
            TablePlan table = plan.table(root.table());
            return table.column(root.column()).column().autoIncrement()
                    || (!table.key().isEmpty() && table.key().get(0).equalsIgnoreCase(root.column()));
        });
        return indexed ? plan.execution().chunkRows() : Math.max(1, ids.ids());
    }

    /** Gives fresh ids to the next old ones, in their order; returns how many of the source have one now. */
    private long fill(Connection session, IdDomain domain, SourceIds ids) throws SQLException {
        SourcePlan source = plan.source(ids.source());
        String map = dialect.table(plan.target(), domain.mapTable());
        // waits for a transaction of a run that was killed and that the server has not yet undone
        String last = "SELECT merge_old_id, merge_new_id FROM " + map
                + " WHERE merge_source = ? ORDER BY merge_old_id DESC LIMIT 1 FOR UPDATE";
        List<Long> made = Sql.one(session, last, row -> List.of(row.getLong(1), row.getLong(2)), source.number())
                .orElse(List.of());
        String left = made.isEmpty() ? " >= " + ids.least() : " > " + made.get(0);
        long greatest = made.isEmpty() ? ids.freshFrom() - 1 : made.get(1);
        long most = most(domain, ids);
        String old = domain.roots().stream()
                .filter(root -> plan.table(root.table()).rowsOf(source.number()) != null)
                .map(root -> next(root, source, left, most))
                .collect(Collectors.joining(" UNION "));
        long more = Sql.update(session, """
                INSERT INTO %s (merge_source, merge_old_id, merge_new_id)
                SELECT %d, i.id, %d + ROW_NUMBER() OVER (ORDER BY i.id)
                FROM (SELECT u.id FROM (%s) u ORDER BY u.id LIMIT %d) i
                """.formatted(map, source.number(), greatest, old, most));
        return greatest + more - ids.freshFrom() + 1;
    }

    private String next(ColumnName root, SourcePlan source, String left, long most) {
        return "SELECT n.id FROM (SELECT DISTINCT %1$s AS id FROM %2$s WHERE %1$s%3$s ORDER BY 1 LIMIT %4$d) n"
                .formatted(
                        "s." + dialect.quote(root.column()),
                        RowSelect.rowsOf(dialect, plan.table(root.table()), source, "s"),
                        left,
                        most);
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
