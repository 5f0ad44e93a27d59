package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.Tables;
import io.snowflakeid.merge.planning.references.IdContainment.Contained;
import java.sql.SQLException;
import java.util.List;

/**
 * Looks for columns that are named after another table, hold its ids, and are listed nowhere: a merge would leave their values as they
 * are, and they would lead to other servers' rows, or to none.
 */
public final class MissingReferences extends PlanCheck {

    private final NamedReferences named;
    private final IdContainment containment;

    public MissingReferences(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        named = new NamedReferences(game, draft.tables(), draft.references());
        containment = new IdContainment(game, draft.references());
    }

    @Override
    public void look() throws SQLException {
        for (ColumnName column : named.columns()) {
            for (ColumnName parent : named.byTable(column)) {
                Contained contained = containment.of(column, parent);
                if (contained.isReference() && !mayBeFlag(contained)) {
                    report(contained);
                    break;
                }
            }
        }
    }

    /** {@code houses.guild} of type TINYINT may say whether there is one. */
    private boolean mayBeFlag(Contained contained) {
        ColumnName column = contained.column();
        Long greatest = game.mainTable(column.table()).column(column.column()).maximum();
        return contained.values() < 3L * draft.sources().size() && greatest != null && greatest <= 255;
    }

    /** Ids that the operator says to mean the same on all servers stay right wherever they stand. */
    private void report(Contained contained) {
        ColumnName parent = contained.parent();
        if (new Tables(game, findings).configOf(parent.table()).ids() == IdPolicy.STATIC) {
            return;
        }
        findings.error(
                FindingCode.REFERENCE_MISSING,
                contained.column() + " -> " + parent,
                contained + " are ids of " + parent
                        + ", after which it is named, but no reference says so, and in the target"
                        + " its rows may lead to others': add to references: "
                        + contained.line()
                        + " (the command suggest prints all such lines); if its ids mean the same on all servers, write ids:"
                        + " static for " + parent.table() + "; if it is something else, accept this",
                contained.values(),
                List.of());
    }
}
