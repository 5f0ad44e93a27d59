package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Ids that a merge cannot move, and columns with little room for moved ids. */
final class IdCheck extends PlanCheck {

    IdCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (IdDomain domain : draft.domains()) {
            for (SourcePlan source : draft.sources()) {
                if (domain.of(source.number()).greatest() == Long.MAX_VALUE) {
                    beyond(domain, source);
                }
            }
            capacity(domain);
        }
    }

    // ------------------------------------------------------------------------------------------------- far too great

    private void beyond(IdDomain domain, SourcePlan source) throws SQLException {
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                for (Remap remap : column.remaps()) {
                    if (remap.domain() == domain.number()
                            && table.copiedFrom(source.number())
                            && mayBeBeyond(source, table, column)) {
                        beyond(source, table, column, remap.when(), isRoot(domain, table, column));
                    }
                }
            }
        }
    }

    /** MySQL and MariaDB alone have such ids. */
    private boolean mayBeBeyond(SourcePlan source, TablePlan table, ColumnPlan column) {
        return game.table(source, table.name())
                .flatMap(there -> there.find(column.name()))
                .map(Column::type)
                .filter("bigint unsigned"::equals)
                .isPresent();
    }

    private static boolean isRoot(IdDomain domain, TablePlan table, ColumnPlan column) {
        return domain.roots().contains(new ColumnName(table.name(), column.name()));
    }

    private void beyond(SourcePlan source, TablePlan table, ColumnPlan column, @Nullable String when, boolean root)
            throws SQLException {
        String id = dialect.quote(column.name());
        String rows = " FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE " + id + " > " + Long.MAX_VALUE
                + (when == null ? "" : " AND (" + when + ")");
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
                    new ServerQuery(game.sessions()).column("SELECT " + id + rows + " ORDER BY 1 LIMIT " + SAMPLES));
        }
    }

    // ----------------------------------------------------------------------------------------------------- capacity

    private void capacity(IdDomain domain) {
        if (domain.mode() == IdMode.STATIC) {
            return;
        }
        long greatest = 0;
        for (SourceIds ids : domain.sources()) {
            long last = ids.freshFrom() == 0 ? ids.greatest() + ids.shift() : ids.freshFrom() + ids.ids() - 1;
            greatest = Math.max(greatest, last);
        }
        long capacity = Long.MAX_VALUE;
        String narrowest = domain.name();
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                Long maximum = column.column().maximum();
                if (maximum != null
                        && maximum < capacity
                        && column.remaps().stream().anyMatch(remap -> remap.domain() == domain.number())) {
                    capacity = maximum;
                    narrowest = table.name() + "." + column.name() + " ("
                            + column.column().type() + ")";
                }
            }
        }
        if (greatest > capacity / 2) {
            findings.warning(
                    FindingCode.ID_CAPACITY,
                    domain.name(),
                    "ids reach up to " + greatest + " afterwards, "
                            + Math.min(100, Math.round(100.0 * greatest / capacity)) + " % of " + capacity
                            + ", the greatest that " + narrowest
                            + " takes: widen the column on the main server, or choose a tighter way to move them");
        }
    }
}
