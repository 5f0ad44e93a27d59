package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ids of MySQL and MariaDB that are greater than any number of 64 bits with a sign, and so cannot be moved. */
public final class IdCheck extends PlanCheck {

    public IdCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                for (Remap remap : column.remaps()) {
                    IdDomain domain = draft.domain(remap.domain());
                    boolean root = domain.roots().contains(new ColumnName(table.name(), column.name()));
                    for (SourcePlan source : draft.sources()) {
                        if (domain.of(source.number()).greatest() == Long.MAX_VALUE
                                && table.copiedFrom(source.number())) {
                            look(source, table, column, remap.when(), root);
                        }
                    }
                }
            }
        }
    }

    private void look(SourcePlan source, TablePlan table, ColumnPlan column, @Nullable String when, boolean root)
            throws SQLException {
        String rows = " FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE s."
                + dialect.quote(column.name()) + " > " + Long.MAX_VALUE
                + (when == null ? "" : " AND (" + new Survival(draft, dialect).condition(when, source) + ")");
        long count = game.count(source, "SELECT COUNT(*)" + rows);
        if (count > 0) {
            String condition = "; if such values are no ids, as where a type is in the high bits, give the reference a"
                    + " condition such as when: \"" + column.name() + " < 4294967296\"";
            findings.error(
                    FindingCode.ID_BEYOND_RANGE,
                    source.alias() + "." + table.name() + "." + column.name(),
                    count + " ids are above " + Long.MAX_VALUE
                            + ", the greatest that can be merged: give these rows smaller ones on the source"
                            + (root ? "" : condition),
                    count,
                    samples(source, table, List.of(column.name()), rows));
        }
    }
}
