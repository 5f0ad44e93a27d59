package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import java.util.List;

/** Plans with a part replaced: a plan is made in several readings, each of which needs what the one before has found. */
final class Plans {

    private Plans() {}

    static TablePlan withColumns(TablePlan table, List<ColumnPlan> columns) {
        return new TablePlan(
                table.name(),
                table.tableClass(),
                columns,
                table.key(),
                table.walk(),
                table.where(),
                table.definition(),
                table.averageRowBytes(),
                table.nextId(),
                table.rows());
    }

    static TablePlan withRows(TablePlan table, List<SourceRows> rows, long nextId) {
        return new TablePlan(
                table.name(),
                table.tableClass(),
                table.columns(),
                table.key(),
                table.walk(),
                table.where(),
                table.definition(),
                table.averageRowBytes(),
                nextId,
                rows);
    }

    static ReferencePlan withOrphans(ReferencePlan reference, List<Long> orphans) {
        return new ReferencePlan(
                reference.table(),
                reference.columns(),
                reference.parent(),
                reference.parentColumns(),
                reference.when(),
                reference.none(),
                reference.declared(),
                reference.orphans(),
                reference.whenLeftOut(),
                orphans);
    }

    static MergePlan with(
            MergePlan plan,
            List<TablePlan> tables,
            List<IdDomain> domains,
            List<ReferencePlan> references,
            List<UniquePlan> uniques,
            List<Finding> findings) {
        return plan.with(tables, domains, references, uniques, findings);
    }
}
