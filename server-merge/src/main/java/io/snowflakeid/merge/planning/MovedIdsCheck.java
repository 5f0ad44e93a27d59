package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.StayingValues;
import io.snowflakeid.merge.sql.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Whether ids can be moved in all columns that hold them, and whether keys that hold some can be compared. */
final class MovedIdsCheck extends PlanCheck {

    MovedIdsCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (ReferencePlan reference : draft.references()) {
            lookAtTypes(reference);
        }
        for (TablePlan table : draft.tables()) {
            lookAtKey(table);
        }
        for (IdDomain domain : draft.domains()) {
            for (SourceIds ids : domain.sources()) {
                if (ids.freshFrom() != 0 && domain.mode() == IdMode.MAP) {
                    lookForUnknown(domain, draft.sources().get(ids.source() - 1));
                }
            }
        }
    }

    /** A text or a decimal number that refers to an id that moves would stay, and refer to another row. */
    private void lookAtTypes(ReferencePlan reference) {
        for (int i = 0; i < reference.columns().size(); i++) {
            Column child = draft.table(reference.table()).columns().stream()
                    .map(ColumnPlan::column)
                    .filter(named(reference.columns().get(i)))
                    .findFirst()
                    .orElse(null);
            ColumnName parent =
                    new ColumnName(reference.parent(), reference.parentColumns().get(i));
            if (child != null && child.kind() != Column.Kind.INTEGER && moves(parent)) {
                findings.error(
                        FindingCode.REFERENCE_TYPE,
                        reference.name(),
                        "column " + child.name() + " is " + child.type()
                                + ", and only whole numbers are moved with the ids of " + parent
                                + ": change its type on all sources");
            }
        }
    }

    private static Predicate<Column> named(String name) {
        return column -> column.name().equalsIgnoreCase(name);
    }

    private boolean moves(ColumnName column) {
        return draft.table(column.table()).columns().stream()
                .filter(each -> each.name().equalsIgnoreCase(column.column()))
                .flatMap(each -> each.remaps().stream())
                .map(remap -> draft.domain(remap.domain()).mode())
                .anyMatch(mode -> mode != IdMode.STATIC && mode != IdMode.KEEP);
    }

    /** Rows of two sources are compared by keys as they will be: one that is led to another row only under a condition is not known. */
    private void lookAtKey(TablePlan table) {
        for (UniquePlan unique : draft.uniques()) {
            if (unique.table().equals(table.name()) && unique.onClash() == OnClash.KEEP_FIRST) {
                refuseLedUnderCondition(table, unique.columns());
                if (unique.mayLeadReferences()) {
                    refuseLedTwice(table, unique.columns());
                }
            }
        }
    }

    private void refuseLedUnderCondition(TablePlan table, List<String> key) {
        StayingValues staying = new StayingValues(draft, dialect);
        for (String name : key) {
            ColumnPlan column = table.column(name);
            String led = column.remaps().stream()
                    .map(remap -> draft.domain(remap.domain()))
                    .filter(domain -> domain.mode() != IdMode.STATIC && ledElsewhere(domain))
                    .map(IdDomain::name)
                    .collect(Collectors.joining(", "));
            if (staying.some(column) && !led.isEmpty()) {
                findings.error(
                        FindingCode.KEY_CONDITIONAL,
                        table.name() + "." + name,
                        "keep-first compares rows by this column, which holds an id of " + led
                                + " only under a condition, or a value that stands for none, while references: follow leads such ids"
                                + " to other rows: choose references: drop there, or another class or policy for this table");
            }
        }
    }

    /** Which row is kept would depend on which one is kept of another table, and that perhaps on this one. */
    private void refuseLedTwice(TablePlan table, List<String> key) {
        StayingValues staying = new StayingValues(draft, dialect);
        for (String name : key) {
            ColumnPlan column = table.column(name);
            for (Remap remap : staying.none(column) ? column.remaps() : List.<Remap>of()) {
                IdDomain domain = draft.domain(remap.domain());
                if (ledElsewhere(domain)) {
                    findings.error(
                            FindingCode.KEY_CONDITIONAL,
                            table.name() + "." + name,
                            "references: follow leads to rows by this column, which holds ids of " + domain.name()
                                    + " that references: follow leads to other rows: choose references: drop for one of them");
                }
            }
        }
    }

    private boolean ledElsewhere(IdDomain domain) {
        return draft.uniques().stream()
                .anyMatch(unique -> unique.mayLeadReferences()
                        && domain.roots().stream().anyMatch(root -> root.table().equals(unique.table())));
    }

    /** A fresh id can be had only for what is in the table that the ids are of. */
    private void lookForUnknown(IdDomain domain, SourcePlan source) throws SQLException {
        for (TablePlan table : draft.tables()) {
            if (!table.copiedFrom(source.number())) {
                continue;
            }
            for (ColumnPlan column : table.columns()) {
                for (Remap remap : column.remaps()) {
                    boolean root = domain.roots().contains(new ColumnName(table.name(), column.name()));
                    if (remap.domain() == domain.number() && !root) {
                        lookForUnknown(domain, source, table, column, remap);
                    }
                }
            }
        }
    }

    private void lookForUnknown(IdDomain domain, SourcePlan source, TablePlan table, ColumnPlan column, Remap remap)
            throws SQLException {
        String value = "s." + dialect.quote(column.name());
        String applies = new StayingValues(draft, dialect).applies(remap, source, value);
        List<String> conditions = new ArrayList<>(List.of(value + " IS NOT NULL", applies));
        for (ColumnName root : domain.roots()) {
            if (game.table(source, root.table()).isPresent()) {
                conditions.add(
                        "NOT EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, draft.table(root.table()), source, "r")
                                + " WHERE r." + dialect.quote(root.column()) + " = " + value + ")");
            }
        }
        String keep = new Survival(draft, dialect).of(table, source, "s");
        if (!keep.isEmpty()) {
            conditions.add(keep);
        }
        String sql = "SELECT COUNT(*) FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE "
                + String.join(" AND ", conditions);
        long unknown = game.count(source, sql);
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
