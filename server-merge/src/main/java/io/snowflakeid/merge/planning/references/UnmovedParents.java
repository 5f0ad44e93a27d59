package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.Tables;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows of other servers that keep the ids by which they refer to a table of which the target has the main server's rows alone. */
public final class UnmovedParents extends PlanCheck {

    public UnmovedParents(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (ReferencePlan reference : draft.references()) {
            if (draft.table(reference.parent()).tableClass() == TableClass.MAIN_ONLY
                    && new Tables(game, findings).configOf(reference.parent()).ids() != IdPolicy.STATIC
                    && idsStay(reference)) {
                look(reference);
            }
        }
    }

    /** Of the rows that go into the target from all but the main server. */
    private void look(ReferencePlan reference) throws SQLException {
        TablePlan table = draft.table(reference.table());
        List<String> aliases = new ArrayList<>();
        long rows = 0;
        for (SourcePlan source : draft.sources().subList(1, draft.sources().size())) {
            String active = new Survival(draft, dialect).active(reference, source, "s");
            long count = table.copiedFrom(source.number())
                    ? game.count(source, "SELECT COUNT(*)" + going(table, source, List.of(active)))
                    : 0;
            if (count > 0) {
                aliases.add(source.alias());
                rows += count;
            }
        }
        if (rows > 0) {
            findings.error(
                    FindingCode.REFERENCE_MAIN_ONLY,
                    reference.name(),
                    "rows of " + String.join(" and ", aliases) + " keep the ids by which they refer to "
                            + reference.parent()
                            + ", and mean the main server's rows in the target: where an id means the same on all servers,"
                            + " write ids: static for that table; else give it another class; or accept this, and verify names"
                            + " it as not proved",
                    rows,
                    List.of());
        }
    }

    /** Values that are no ids, such as names, mean what they say. */
    private boolean idsStay(ReferencePlan reference) {
        TablePlan parent = draft.table(reference.parent());
        return reference.parentColumns().stream()
                .map(parent::column)
                .map(ColumnPlan::remaps)
                .anyMatch(remaps -> !remaps.isEmpty()
                        && remaps.stream()
                                .allMatch(remap -> draft.domain(remap.domain()).mode() == IdMode.STATIC));
    }
}
