package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.sql.AuditNames;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether the target is new, or empty, and what will not be in it. */
final class TargetCheck extends PlanCheck {

    public TargetCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        lookAtTarget();
        Schema main = game.main();
        List<String> triggers = main.triggers().stream()
                .map(trigger -> trigger.name() + " on " + trigger.table())
                .toList();
        refuse(FindingCode.TRIGGERS, game.config().triggers(), triggers);
        List<String> views = main.views().stream().map(Schema.View::name).toList();
        refuse(FindingCode.VIEWS, game.config().views(), views);
        if (!main.others().isEmpty()) {
            findings.warning(
                    FindingCode.NOT_CARRIED,
                    draft.target(),
                    "events, routines, sequences, and views and triggers that are listed here, are not carried: create them in the target"
                            + " when the merge is verified",
                    (long) main.others().size(),
                    main.others());
        }
        draft.tables().stream()
                .filter(table -> table.columns().isEmpty())
                .map(TablePlan::name)
                .forEach(table -> findings.error(
                        FindingCode.NO_COLUMNS,
                        table,
                        "all of its columns are computed, so there is nothing to copy: give it the class skip, and drop or"
                                + " fill it afterwards"));
    }

    private void lookAtTarget() throws SQLException {
        List<String> there = new ArrayList<>(game.texts(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1", draft.target()));
        if (there.contains(AuditNames.RUN)) {
            String state = "SELECT state FROM " + dialect.table(draft.target(), AuditNames.RUN);
            notEmpty(
                    game.texts(state).contains("finished")
                            ? "the target holds a merge that is finished: name a new database, or drop this one to merge again"
                            : "the target holds a merge that is under way: carry on with its plan, or drop it to plan anew",
                    List.of());
            return;
        }
        // a plan that was killed
        there.removeIf(name -> name.startsWith(AuditNames.LEFT_OUT));
        if (!there.isEmpty()) {
            notEmpty("the target is not empty: name a new database, or drop this one", there);
        }
    }

    private void notEmpty(String message, List<String> there) {
        List<String> samples = there.stream().limit(SAMPLES).toList();
        Long count = there.isEmpty() ? null : (long) there.size();
        findings.error(FindingCode.TARGET_NOT_EMPTY, draft.target(), message, count, samples);
    }

    private void refuse(FindingCode code, StoredObjects policy, List<String> names) {
        if (policy == StoredObjects.REFUSE && !names.isEmpty()) {
            String objects = code.name().toLowerCase(Locale.ROOT);
            findings.error(
                    code,
                    draft.target(),
                    objects + " are to be refused: drop them on the main server, or choose after-load",
                    (long) names.size(),
                    names);
        }
    }
}
