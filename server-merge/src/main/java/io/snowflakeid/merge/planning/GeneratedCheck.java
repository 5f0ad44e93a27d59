package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import java.util.List;
import java.util.Set;

/** Columns that compute themselves in the target, from values that may have changed. */
final class GeneratedCheck extends PlanCheck {

    private final Moves moves;

    GeneratedCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        moves = new Moves(draft, dialect);
    }

    void look() {
        for (TablePlan table : draft.tables()) {
            if (table.tableClass() != TableClass.SKIP) {
                look(table);
            }
        }
    }

    private void look(TablePlan table) {
        List<Column> generated = game.mainTable(table.name()).columns().stream()
                .filter(column -> column.generated() != null)
                .toList();
        for (Column column : generated) {
            String subject = table.name() + "." + column.name();
            Set<String> changed = moves.changedBehind(table, column, generated);
            if (changed.isEmpty()) {
                findings.note(
                        "GENERATED",
                        subject,
                        "computes itself in the target, from " + column.generated(),
                        null,
                        List.of());
            } else {
                findings.warning(
                        "GENERATED",
                        subject,
                        "computes itself in the target, from " + column.generated()
                                + ", and will differ from the sources,"
                                + " since " + String.join(", ", changed)
                                + " changes; its values are not compared: look whether the game stores them elsewhere");
            }
        }
    }
}
