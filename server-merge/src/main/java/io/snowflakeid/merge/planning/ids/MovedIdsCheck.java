package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.StayingValues;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Whether ids can be moved in all columns that hold them, and whether keys that hold some can be compared. */
public final class MovedIdsCheck extends PlanCheck {

    private final StayingValues staying;

    public MovedIdsCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        staying = new StayingValues(draft, dialect);
    }

    @Override
    public void look() throws SQLException {
        for (ReferencePlan reference : draft.references()) {
            lookAtTypes(reference);
        }
        for (UniquePlan unique : draft.uniques()) {
            if (unique.onClash() == OnClash.KEEP_FIRST) {
                refuseLed(draft.table(unique.table()), unique);
            }
        }
        for (TablePlan table : draft.tables()) {
            for (ColumnPlan column : table.columns()) {
                for (Remap remap : column.remaps()) {
                    for (SourcePlan source : draft.sources()) {
                        if (table.copiedFrom(source.number())) {
                            lookAtIds(source, table, column, remap);
                        }
                    }
                }
            }
        }
    }

    /** A text or a decimal number that refers to an id that moves would stay, and refer to another row. */
    private void lookAtTypes(ReferencePlan reference) {
        for (Link link : reference.links()) {
            draft.table(reference.table())
                    .find(link.column().column())
                    .map(ColumnPlan::column)
                    .filter(child -> child.kind() != Column.Kind.INTEGER && moves(link.parent()))
                    .ifPresent(child -> findings.error(
                            FindingCode.REFERENCE_TYPE,
                            reference.name(),
                            "column " + child.name() + " is " + child.type()
                                    + ", and only whole numbers are moved with the ids of " + link.parent()
                                    + ": change its type on all sources"));
        }
    }

    private boolean moves(ColumnName column) {
        return draft.table(column.table()).find(column.column()).stream()
                .flatMap(each -> each.remaps().stream())
                .map(remap -> draft.domain(remap.domain()).mode())
                .anyMatch(mode -> mode != IdMode.STATIC && mode != IdMode.KEEP);
    }

    /** Rows of two sources are compared by keys as they will be: one that is led to another row only under a condition is not known. */
    private void refuseLed(TablePlan table, UniquePlan unique) {
        for (String name : unique.columns()) {
            ColumnPlan column = table.column(name);
            String led = column.remaps().stream()
                    .map(remap -> draft.domain(remap.domain()))
                    .filter(domain -> domain.mode() != IdMode.STATIC && ledElsewhere(domain))
                    .map(IdDomain::name)
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (!led.isEmpty() && staying.some(column)) {
                findings.error(
                        FindingCode.KEY_CONDITIONAL,
                        table.name() + "." + name,
                        "keep-first compares rows by this column, which holds an id of " + led
                                + " only under a condition, or a value that stands for none, while references: follow leads such ids"
                                + " to other rows: choose references: drop there, or another class or policy for this table");
            } else if (!led.isEmpty() && unique.mayLeadReferences()) {
                // which row is kept would depend on which one is kept of another table, and that perhaps on this one
                findings.error(
                        FindingCode.KEY_CONDITIONAL,
                        table.name() + "." + name,
                        "references: follow leads to rows by this column, which holds ids of " + led
                                + " that references: follow leads to other rows: choose references: drop for one of them");
            }
        }
    }

    private boolean ledElsewhere(IdDomain domain) {
        return draft.uniques().stream()
                .anyMatch(unique -> unique.mayLeadReferences()
                        && domain.roots().stream().anyMatch(root -> root.table().equals(unique.table())));
    }

    private void lookAtIds(SourcePlan source, TablePlan table, ColumnPlan column, Remap remap) throws SQLException {
        IdDomain domain = draft.domain(remap.domain());
        SourceIds ids = domain.of(source.number());
        boolean root = domain.roots().contains(new ColumnName(table.name(), column.name()));
        String value = "s." + dialect.quote(column.name());
        String applies = staying.applies(remap, source, value);
        if (ids.greatest() == Long.MAX_VALUE) {
            lookForGreater(source, table, column, value + " > " + Long.MAX_VALUE + " AND " + applies, root);
        }
        if (ids.freshFrom() != 0 && domain.mode() == IdMode.MAP && !root) {
            lookForUnknown(source, table, column, domain, List.of(value + " IS NOT NULL", applies));
        }
    }

    /** Ids of MySQL and MariaDB may be greater than any number of 64 bits with a sign, and cannot be moved then. */
    private void lookForGreater(SourcePlan source, TablePlan table, ColumnPlan column, String condition, boolean root)
            throws SQLException {
        String rows = " FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE " + condition;
        long count = game.count(source, "SELECT COUNT(*)" + rows);
        if (count > 0) {
            String advice = "; if such values are no ids, as where a type is in the high bits, give the reference a"
                    + " condition such as when: \"" + column.name() + " < 4294967296\"";
            findings.error(
                    FindingCode.ID_BEYOND_RANGE,
                    source.alias() + "." + table.name() + "." + column.name(),
                    count + " ids are above " + Long.MAX_VALUE
                            + ", the greatest that can be merged: give these rows smaller ones on the source"
                            + (root ? "" : advice),
                    count,
                    samples(source, table, List.of(column.name()), rows));
        }
    }

    /** A fresh id can be had only for what is in the table that the ids are of. */
    private void lookForUnknown(
            SourcePlan source, TablePlan table, ColumnPlan column, IdDomain domain, List<String> isId)
            throws SQLException {
        List<String> conditions = new ArrayList<>(isId);
        for (ColumnName root : domain.roots()) {
            if (game.table(source, root.table()).isPresent()) {
                conditions.add("NOT EXISTS (SELECT 1 FROM "
                        + SourceTable.rows(dialect, draft.table(root.table()), source, "r") + " WHERE r."
                        + dialect.quote(root.column()) + " = s." + dialect.quote(column.name()) + ")");
            }
        }
        long unknown = game.count(source, "SELECT COUNT(*)" + going(table, source, conditions));
        boolean cleared = draft.referencesOf(table.name()).stream()
                .anyMatch(reference -> reference.columns().size() == 1
                        && reference.columns().contains(column.name())
                        && reference.orphanRows().get(source.number() - 1) >= unknown);
        if (unknown > 0 && !cleared) {
            findings.error(
                    FindingCode.ID_UNKNOWN,
                    source.alias() + "." + table.name() + "." + column.name(),
                    unknown + " values are no id of " + domain.name()
                            + ", so there is no fresh one for them: correct the source, or set"
                            + " ids of that table to offset",
                    unknown,
                    List.of());
        }
    }
}
