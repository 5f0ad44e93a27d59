package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Says which rows change hands, as theirs lost against a newer one of another source and they go with that. */
final class RowsOfLosers extends PlanCheck {

    RowsOfLosers(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (ReferencePlan reference : draft.references()) {
            boolean newest = draft.table(reference.parent()).tableClass() == TableClass.KEEP_NEWEST;
            if (newest && !reference.withLosers() && !reference.table().equals(reference.parent())) {
                look(reference);
            }
        }
    }

    private void look(ReferencePlan reference) throws SQLException {
        TablePlan table = draft.table(reference.table());
        List<String> perSource = new ArrayList<>();
        long all = 0;
        for (SourcePlan source : draft.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            if (rows != null && table.copiedFrom(source.number()) && rows.copied() > 0) {
                long found = count(reference, table, source);
                if (found > 0) {
                    all += found;
                    perSource.add(source.alias() + " " + found + " of " + rows.copied());
                }
            }
        }
        if (all > 0) {
            findings.warning(
                    "GOES_WITH_WINNER",
                    reference.name(),
                    all + " rows (" + String.join(", ", perSource) + ") refer to a row of " + reference.parent()
                            + " that gives way to another source's, and go with"
                            + " that one. Right for what belongs to the thing itself; if it belongs to who had it, add to"
                            + " references: " + ReferenceAdvice.line(reference, WhenLeftOut.DROP),
                    all,
                    List.of());
        }
    }

    private long count(ReferencePlan reference, TablePlan table, SourcePlan source) throws SQLException {
        Survival survival = new Survival(draft, dialect);
        String keep = survival.of(table, source, "s");
        String sql = "SELECT COUNT(*) FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE "
                + survival.active(reference, source, "s") + " AND " + survival.parentSurvives(reference, source, "s")
                + " AND NOT " + survival.parentWins(reference, source, "s") + (keep.isEmpty() ? "" : " AND " + keep);
        return game.count(source, sql);
    }
}
