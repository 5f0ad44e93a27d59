package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.ServerKind;
import io.snowflakeid.merge.sql.AuditNames;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether the target is new, or empty. */
final class TargetCheck extends PlanCheck {

    public TargetCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        List<String> there = new ArrayList<>(game.texts(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1", draft.target()));
        if (there.contains(AuditNames.RUN)) {
            merged();
            return;
        }
        // a plan that was killed
        there.removeIf(name -> name.startsWith(AuditNames.LEFT_OUT));
        if (ServerKind.of(draft) != ServerKind.H2) {
            for (String kind : List.of("trigger", "event", "routine")) {
                String sql =
                        "SELECT CONCAT('%1$s ', %1$s_name) FROM information_schema.%1$ss WHERE %1$s_schema = ? ORDER BY 1";
                there.addAll(game.texts(sql.formatted(kind), draft.target()));
            }
        }
        if (!there.isEmpty()) {
            findings.error(
                    FindingCode.TARGET_NOT_EMPTY,
                    draft.target(),
                    "the target is not empty: name a new database, or drop this one",
                    (long) there.size(),
                    List.copyOf(there.subList(0, Math.min(SAMPLES, there.size()))));
        }
    }

    private void merged() throws SQLException {
        List<String> states =
                game.texts("SELECT state FROM " + game.sessions().dialect().table(draft.target(), AuditNames.RUN));
        findings.error(
                FindingCode.TARGET_NOT_EMPTY,
                draft.target(),
                states.contains("finished")
                        ? "the target holds a merge that is finished: name a new database, or drop this one to merge again"
                        : "the target holds a merge that is under way: carry on with its plan, or drop it to plan anew");
    }
}
