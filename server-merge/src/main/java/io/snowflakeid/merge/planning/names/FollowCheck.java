package io.snowflakeid.merge.planning.names;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.KeepFirst;
import java.sql.SQLException;
import java.util.List;

/** Whether references can be led to the rows that are kept: ids that mean the same on all servers stay as they are. */
public final class FollowCheck extends PlanCheck {

    public FollowCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (UniquePlan unique : draft.uniques()) {
            for (IdDomain domain : draft.domains()) {
                for (ColumnName root : domain.roots()) {
                    if (unique.leadsReferences()
                            && domain.mode() == IdMode.STATIC
                            && root.table().equals(unique.table())
                            && draft.references().stream()
                                    .flatMap(reference -> reference.links().stream())
                                    .anyMatch(link -> link.parent().equals(root))) {
                        look(unique, root);
                    }
                }
            }
        }
    }

    private void look(UniquePlan unique, ColumnName root) throws SQLException {
        List<SourcePlan> sources = draft.sources().stream()
                .filter(source -> game.table(source, root.table()).isPresent())
                .toList();
        KeepFirst rows = new KeepFirst(draft, dialect);
        long others = 0;
        for (int i = 1; i < sources.size(); i++) {
            for (SourcePlan earlier : sources.subList(0, i)) {
                others += game.count(
                        sources.get(i),
                        "SELECT COUNT(*) FROM %s JOIN %s ON %s WHERE l.%4$s <> e.%4$s"
                                .formatted(
                                        rows.givingWay(unique, sources.get(i), "l"),
                                        rows.kept(unique, earlier, "e"),
                                        rows.sameKey(unique, "l", "e"),
                                        dialect.quote(root.column())));
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
}
