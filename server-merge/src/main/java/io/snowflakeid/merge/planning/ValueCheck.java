package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.RowLook.Condition;
import io.snowflakeid.merge.planning.RowLook.Found;
import io.snowflakeid.merge.schema.Table;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Values of a source that the main server's columns, and so the target's, do not take as they are. */
final class ValueCheck extends PlanCheck {

    ValueCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        for (TablePlan table : draft.tables()) {
            for (SourcePlan source : draft.sources()) {
                Optional<Table> there = game.table(source, table.name());
                if (!source.main() && table.copiedFrom(source.number()) && there.isPresent()) {
                    look(table, source, there.get());
                }
            }
        }
    }

    /** A way in which a value does not fit. */
    private record Misfit(ColumnPlan column, String code, String message, String condition) {}

    private void look(TablePlan table, SourcePlan source, Table there) throws SQLException {
        List<Misfit> misfits = new ArrayList<>();
        for (ColumnPlan column : table.columns()) {
            there.find(column.name())
                    .ifPresent(other -> new ColumnFit(
                                    column.column(),
                                    other,
                                    game.sessions().dialect().quote(column.name()))
                            .misfits((code, message, condition) ->
                                    misfits.add(new Misfit(column, code, message, condition))));
        }
        if (misfits.isEmpty()) {
            return;
        }
        List<Found> found = new RowLook(game, draft)
                .look(
                        table,
                        source,
                        misfits.stream()
                                .map(misfit -> misfit.column().name())
                                .distinct()
                                .toList(),
                        misfits.stream()
                                .map(misfit -> new Condition(
                                        misfit.condition(),
                                        List.of(misfit.column().name())))
                                .toList());
        for (int i = 0; i < misfits.size(); i++) {
            Misfit misfit = misfits.get(i);
            if (found.get(i).count() > 0) {
                findings.error(
                        misfit.code(),
                        source.alias() + "." + table.name() + "."
                                + misfit.column().name(),
                        found.get(i).count() + " values " + misfit.message() + ": change them, or column "
                                + misfit.column().name() + " on the main server",
                        found.get(i).count(),
                        found.get(i).samples());
            }
        }
    }
}
