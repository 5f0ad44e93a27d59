package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.ids.MovedIdsCheck;
import io.snowflakeid.merge.planning.names.PatternCheck;
import io.snowflakeid.merge.planning.references.MissingReferences;
import java.sql.SQLException;
import java.util.List;

/** All checks of a plan, by what they need. */
enum Phase {
    /** Definitions and configuration, without a look at any row. */
    DEFINITIONS(TargetCheck::new, StatementTrial::new, PatternCheck::new),
    /** How ids move, and which rows are left out, too. */
    IDS(MovedIdsCheck::new),
    /** How many rows go into the target, too. */
    COUNTS(LeftOutRows::new, MissingReferences::new, SourcesCheck::new, UnsearchedColumns::new);

    @SuppressWarnings("ImmutableEnumChecker") // constructors in an immutable list
    private final List<Check> checks;

    Phase(Check... checks) {
        this.checks = List.of(checks);
    }

    /** Carries out all of them, in this order. */
    void look(Game game, MergePlan draft, Findings findings) throws SQLException {
        for (Check check : checks) {
            check.of(game, draft, findings).look();
        }
    }

    private interface Check {
        PlanCheck of(Game game, MergePlan draft, Findings findings);
    }
}
