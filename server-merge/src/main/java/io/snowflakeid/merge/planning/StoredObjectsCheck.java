package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import java.util.List;
import java.util.Locale;

/** Triggers, views and other objects of the main server, and what earlier merges have left in the sources. */
final class StoredObjectsCheck extends PlanCheck {

    public StoredObjectsCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() {
        refused(
                FindingCode.TRIGGERS,
                game.config().triggers(),
                game.main().triggers().stream()
                        .map(trigger -> trigger.name() + " on " + trigger.table())
                        .toList());
        refused(
                FindingCode.VIEWS,
                game.config().views(),
                game.main().views().stream().map(view -> view.name()).toList());
        if (!game.main().others().isEmpty()) {
            findings.warning(
                    FindingCode.NOT_CARRIED,
                    draft.target(),
                    "events, routines, sequences, and views and triggers that are listed here, are not carried: create them in the target"
                            + " when the merge is verified",
                    (long) game.main().others().size(),
                    game.main().others());
        }
        auditOfEarlierMerges();
    }

    /** A source may be the target of an earlier merge; what that one wrote down stays there. */
    private void auditOfEarlierMerges() {
        List<String> passedOver = game.sources().stream()
                .flatMap(source -> game.schemas().get(source.number() - 1).audit().stream()
                        .map(name -> source.alias() + "." + name))
                .toList();
        if (!passedOver.isEmpty()) {
            findings.note(
                    FindingCode.SOURCE_MERGED,
                    draft.target(),
                    "tables and views of earlier merges are not copied",
                    (long) passedOver.size(),
                    passedOver);
        }
    }

    private void refused(FindingCode code, StoredObjects policy, List<String> names) {
        if (policy == StoredObjects.REFUSE && !names.isEmpty()) {
            findings.error(
                    code,
                    draft.target(),
                    code.name().toLowerCase(Locale.ROOT)
                            + " are to be refused: drop them on the main server, or choose after-load",
                    (long) names.size(),
                    names);
        }
    }
}
