package io.snowflakeid.merge.planning.names;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeepFirst.Lead;
import java.sql.SQLException;
import java.util.List;

/** Whether references can be led to the rows that are kept: ids that mean the same on all servers stay as they are. */
public final class FollowCheck extends PlanCheck {

    public FollowCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (Lead lead : KeepFirst.leads(draft)) {
            if (lead.domain().mode() == IdMode.STATIC
                    && draft.references().stream()
                            .flatMap(reference -> reference.links().stream())
                            .anyMatch(link -> link.parent().equals(lead.root()))) {
                look(lead);
            }
        }
    }

    private void look(Lead lead) throws SQLException {
        List<SourcePlan> sources = draft.sources().stream()
                .filter(source -> game.table(source, lead.root().table()).isPresent())
                .toList();
        KeepFirst rows = new KeepFirst(draft, dialect);
        long others = 0;
        for (SourcePlan later : sources) {
            for (SourcePlan earlier : sources.subList(0, sources.indexOf(later))) {
                others += game.count(
                        later,
                        "SELECT COUNT(*) FROM %s JOIN %s ON %s WHERE l.%4$s <> e.%4$s"
                                .formatted(
                                        rows.givingWay(lead.unique(), later, "l"),
                                        rows.kept(lead.unique(), earlier, "e"),
                                        rows.sameKey(lead.unique(), "l", "e"),
                                        dialect.quote(lead.root().column())));
            }
        }
        if (others > 0) {
            findings.error(
                    FindingCode.FOLLOW_STATIC,
                    lead.root().toString(),
                    others
                            + " rows have another id than the row that is kept in their place, and ids that mean the same on all"
                            + " servers are not led to it: let ids be auto, offset or map, or say references: drop",
                    others,
                    List.of());
        }
    }
}
