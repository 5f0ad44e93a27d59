package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.StayingValues;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Counts rows of the target that refer to nothing. */
public record OrphanCount(MergePlan plan, Dialect dialect) {

    /** Those that the operator chose to keep. */
    public long expected(ReferencePlan reference) {
        TablePlan table = plan.table(reference.table());
        return reference.orphans() != Orphans.KEEP
                ? 0
                : plan.sources().stream()
                        .filter(source -> table.copiedFrom(source.number()))
                        .mapToLong(source -> reference.orphanRows().get(source.number() - 1))
                        .sum();
    }

    /** Which rows a condition makes references, the sources tell: the target may answer otherwise, with other values and rows. */
    public long inTarget(Connection session, ReferencePlan reference) throws SQLException {
        TablePlan table = plan.table(reference.table());
        List<String> counts = new ArrayList<>();
        String target = dialect.table(plan.target(), reference.table());
        if (reference.when() == null) {
            counts.add(count(target, reference));
        } else if (table.tableClass() == TableClass.SKIP && !reference.when().contains("{source}")) {
            // its rows are the operator's own
            counts.add(count(target, reference) + " AND (" + reference.when() + ")");
        } else {
            for (SourcePlan source : plan.sources()) {
                if (table.copiedFrom(source.number())) {
                    RowSelect rows = new RowSelect(plan, dialect, table, source);
                    String active = new Survival(plan, dialect).active(reference, source, RowSelect.ROW);
                    counts.add(count(
                            "(SELECT " + rows.namedSelect() + " FROM " + rows.from() + rows.where(active) + ")",
                            reference));
                }
            }
        }
        dialect.use(session, plan.target());
        long orphans = 0;
        for (String sql : counts) {
            orphans += Sql.number(session, sql);
        }
        return orphans;
    }

    private String count(String rows, ReferencePlan reference) {
        String conditions = reference.columns().stream()
                .map(name -> StayingValues.isId("c." + dialect.quote(name), reference.none()))
                .collect(Collectors.joining(" AND "));
        return dialect.selectByLookup() + " COUNT(*) FROM " + rows + " c WHERE " + conditions
                + " AND NOT EXISTS (SELECT 1 FROM " + dialect.table(plan.target(), reference.parent()) + " p WHERE "
                + String.join(" AND ", new Survival(plan, dialect).refersTo(reference, "p", "c")) + ")";
    }
}
