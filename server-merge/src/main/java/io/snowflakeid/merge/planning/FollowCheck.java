package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.KeepFirst;
import java.sql.SQLException;
import java.util.List;

/** Whether references can be led to the rows that are kept: ids that mean the same on all servers stay as they are. */
final class FollowCheck extends PlanCheck {

    FollowCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (UniquePlan unique : draft.uniques()) {
            if (unique.leadsReferences()) {
                for (IdDomain domain : draft.domains()) {
                    for (ColumnName root : domain.roots()) {
                        if (domain.mode() == IdMode.STATIC && root.table().equals(unique.table()) && referred(root)) {
                            look(unique, root);
                        }
                    }
                }
            }
        }
    }

    private boolean referred(ColumnName root) {
        return draft.references().stream()
                .anyMatch(reference -> reference.parent().equals(root.table())
                        && reference.parentColumns().contains(root.column()));
    }

    private void look(UniquePlan unique, ColumnName root) throws SQLException {
        TablePlan table = draft.table(unique.table());
        long others = 0;
        List<SourcePlan> sources = draft.sources().stream()
                .filter(source -> game.table(source, table.name()).isPresent())
                .toList();
        for (int i = 1; i < sources.size(); i++) {
            for (SourcePlan earlier : sources.subList(0, i)) {
                others += withAnotherId(unique, root, sources.get(i), earlier);
            }
        }
        if (others > 0) {
            findings.error(
                    FindingCode.FOLLOW_STATIC,
                    root.toString(),
                    others
                            + " rows have another id than the row that is kept in their place, and ids that mean the same on all"
                            + " servers are not led to it: let ids be auto, offset or map, or say references: drop",
                    others,
                    List.of());
        }
    }

    private long withAnotherId(UniquePlan unique, ColumnName root, SourcePlan source, SourcePlan earlier)
            throws SQLException {
        KeepFirst rows = new KeepFirst(draft, dialect);
        String id = "." + dialect.quote(root.column());
        String sql = "SELECT COUNT(*) FROM " + rows.givingWay(unique, source, "l") + " JOIN "
                + rows.kept(unique, earlier, "e") + " ON " + rows.sameKey(unique, "l", "e") + " WHERE l"
                + id + " <> e" + id;
        return game.count(source, sql);
    }
}
