package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.RowLook.Condition;
import io.snowflakeid.merge.planning.RowLook.Found;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** CHECK constraints of the main server, which have to hold for the rows of all, as they will be. */
final class ConstraintCheck extends PlanCheck {

    private final Moves moves;

    ConstraintCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        moves = new Moves(draft, dialect);
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        for (TablePlan table : draft.tables()) {
            if (table.tableClass() != TableClass.SKIP) {
                for (String check : game.mainTable(table.name()).checks()) {
                    if (!check.endsWith(" NOT ENFORCED")) {
                        look(table, check);
                    }
                }
            }
        }
    }

    private void look(TablePlan table, String told) throws SQLException {
        // MySQL's catalog tells quotes with a backslash before them
        String check = ServerKind.of(draft) == ServerKind.MYSQL ? told.replaceAll("(?s)\\\\(.)", "$1") : told;
        List<String> changed = moves.changedIn(table, check);
        if (!changed.isEmpty()) {
            findings.warning(
                    "CHECK",
                    table.name(),
                    "the constraint CHECK (" + check + ") names " + String.join(", ", changed)
                            + ", which changes: make sure that it is meant to hold for the new values too");
        }
        for (SourcePlan source : draft.sources()) {
            boolean held = changed.isEmpty()
                    && game.table(source, table.name())
                            .map(here -> here.checks().contains(told))
                            .orElse(true);
            if (table.copiedFrom(source.number()) && !held) {
                count(table, source, check);
            }
        }
    }

    private void count(TablePlan table, SourcePlan source, String check) throws SQLException {
        RowLook look = new RowLook(game, draft);
        Optional<List<String>> columns = look.columnsOf(table, check);
        if (columns.isEmpty()) {
            findings.warning(
                    "CHECK",
                    source.alias() + "." + table.name(),
                    "whether rows hold CHECK (" + check
                            + ") cannot be asked there, since it names a column that is computed: a row that"
                            + " does not stops the run");
            return;
        }
        Found found = look.look(
                        table, source, columns.get(), List.of(new Condition("NOT (" + check + ")", columns.get())))
                .get(0);
        if (found.count() > 0) {
            findings.error(
                    "CHECK_REFUSES",
                    source.alias() + "." + table.name(),
                    found.count() + " rows, as they will be, do not hold CHECK (" + check
                            + ") and would be refused: change them, or the constraint on the main server",
                    found.count(),
                    found.samples());
        }
    }
}
