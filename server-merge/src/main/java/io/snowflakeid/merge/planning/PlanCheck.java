package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import java.sql.SQLException;
import java.util.List;

/** One look at the draft of a plan; what it sees goes to the findings. */
abstract class PlanCheck extends DraftReader {

    PlanCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    abstract void look() throws SQLException;

    private interface Check {
        PlanCheck of(Game game, MergePlan draft, Findings findings);
    }

    /** All checks, by what they need. */
    enum Phase {
        /** Definitions and configuration, without a look at any row. */
        DEFINITIONS(TargetCheck::new, StatementTrial::new, PatternCheck::new, StoredObjectsCheck::new),
        /** How ids move, and which rows refer to a row that is left out. */
        IDS(MovedIdsCheck::new),
        /** Which rows are kept, too. */
        ROWS(FollowCheck::new, OneMeaning::new),
        /** How many rows go into the target, too. */
        COUNTS(
                UnmovedParents::new,
                LeftOutRows::new,
                UnseenObjects::new,
                MissingReferences::new,
                IdCheck::new,
                HistoryCheck::new,
                WrittenCheck::new,
                UnsearchedColumns::new);

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
    }
}
