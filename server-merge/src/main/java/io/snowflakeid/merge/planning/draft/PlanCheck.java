package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.plan.MergePlan;
import java.sql.SQLException;

/** One look at the draft of a plan; what it sees goes to the findings. */
public abstract class PlanCheck extends DraftReader {

    protected PlanCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    public abstract void look() throws SQLException;
}
