package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.sql.Dialect;

/** One look at the draft of a plan; what it sees goes to the findings. */
abstract class PlanCheck {

    /** So many rows or values are shown of what is found. */
    static final int SAMPLES = 5;

    final Game game;
    final MergePlan draft;
    final Findings findings;
    final Dialect dialect;

    PlanCheck(Game game, MergePlan draft, Findings findings) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
        dialect = game.sessions().dialect();
    }
}
