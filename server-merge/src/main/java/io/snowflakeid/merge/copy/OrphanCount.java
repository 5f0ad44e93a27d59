package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.RowRetention;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Counts the rows of the target that refer to a missing row, because the merge adds foreign keys without checking existing rows. */
public record OrphanCount(MergePlan plan, Dialect dialect) {

    /** The optimizer hint makes MySQL search each referenced row in an index instead of copying the referenced table. */
    private static final String SELECT = "SELECT /*+ SET_VAR(optimizer_switch = 'materialization=off') */";

    /** Returns an error message if the number of orphans differs from the planned number. */
    public Optional<String> fault(Connection session, ReferencePlan reference) throws SQLException {
        long found = inTarget(session, reference);
        long expected = expected(reference);
        return found == expected
                ? Optional.empty()
                : Optional.of(reference.name() + ": " + found + " rows of the target refer to nothing, " + expected
                        + " expected");
    }

    private long expected(ReferencePlan reference) {
        return reference.orphans() != Orphans.KEEP
                ? 0
                : plan.sourcesOf(plan.table(reference.table())).stream()
                        .mapToLong(source -> reference.orphanRows().get(source.number() - 1))
                        .sum();
    }

    /** The condition of a reference is evaluated on source rows, because the merge may change column values. */
    private long inTarget(Connection session, ReferencePlan reference) throws SQLException {
        dialect.use(session, plan.target());
        if (reference.when() == null) {
            return count(session, dialect.table(plan.target(), reference.table()), reference);
        }
        TablePlan table = plan.table(reference.table());
        long orphans = 0;
        for (SourcePlan source : plan.sourcesOf(table)) {
            String active = new RowRetention(plan, dialect).active(reference, source);
            String rows = "(" + new RowSelect(plan, dialect, table, source).query(active) + ")";
            orphans += count(session, rows, reference);
        }
        return orphans;
    }

    private long count(Connection session, String rows, ReferencePlan reference) throws SQLException {
        String ids = Sql.join(
                " AND ", reference.columns(), name -> RowRetention.isId("c." + dialect.quote(name), reference.none()));
        String same = new RowRetention(plan, dialect).refersTo(reference, "p", "c");
        String parent = dialect.table(plan.target(), reference.parent());
        return Sql.number(
                session,
                SELECT
                        + " COUNT(*) FROM %s c WHERE %s AND NOT EXISTS (SELECT 1 FROM %s p WHERE %s)"
                                .formatted(rows, ids, parent, same));
    }
}
