package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;

/** What could go wrong besides clashes. */
final class Preflight {

    private final Game game;
    private final MergePlan draft;
    private final Findings findings;

    Preflight(Game game, MergePlan draft, Findings findings) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
    }

    void look() {}
}
