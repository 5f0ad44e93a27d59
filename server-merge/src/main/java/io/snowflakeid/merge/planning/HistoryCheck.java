package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.draft.ServerKind;
import java.sql.SQLException;
import java.util.List;

/** Tables that no copy is the same as: MariaDB's system-versioned ones, and such as have nothing but computed columns. */
final class HistoryCheck extends PlanCheck {

    public HistoryCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            if (table.columns().isEmpty()) {
                findings.error(
                        FindingCode.NO_COLUMNS,
                        table.name(),
                        "all of its columns are computed, so there is nothing to copy: give it the class skip, and drop or"
                                + " fill it afterwards");
            }
        }
        if (ServerKind.of(draft) != ServerKind.MARIADB) {
            return;
        }
        for (SourcePlan source : draft.sources()) {
            List<String> versioned = game.texts(
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = ?"
                            + " AND table_type = 'SYSTEM VERSIONED' ORDER BY 1",
                    source.database());
            draft.tables().stream()
                    .filter(table -> versioned.contains(table.name()) && table.copiedFrom(source.number()))
                    .forEach(table -> findings.error(
                            FindingCode.SYSTEM_VERSIONED,
                            source.alias() + "." + table.name(),
                            "the table keeps its history, of which the target gets the present rows alone: drop the system"
                                    + " versioning on the source, or accept that the history is lost"));
        }
    }
}
