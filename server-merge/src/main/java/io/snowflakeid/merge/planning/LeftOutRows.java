package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.rows.Survival.Condition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says how many rows of each table are left out, and why: a warning of those that follow others, whose number the operator has not asked for. */
final class LeftOutRows extends PlanCheck {
    public LeftOutRows(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            Map<Reason, Long> reasons = new LinkedHashMap<>();
            List<String> perSource = new ArrayList<>();
            long all = 0;
            long left = 0;
            for (SourcePlan source : draft.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (rows != null && table.copiedFrom(source.number())) {
                    all += rows.total();
                    if (rows.copied() < rows.total()) {
                        left += rows.total() - rows.copied();
                        perSource.add(source.alias() + " " + (rows.total() - rows.copied()) + " of " + rows.total());
                        count(table, source, reasons);
                    }
                }
            }
            if (left > 0) {
                report(new LeftOut(table, left, all, perSource, reasons));
            }
        }
    }

    /** What is left out of a table, on all sources together, and on each. */
    private record LeftOut(TablePlan table, long rows, long all, List<String> perSource, Map<Reason, Long> reasons) {}

    /** Why a row is left out, as it is told behind a number of rows; and whether a row that it refers to is why. */
    private record Reason(String text, boolean follows) {}

    /** Adds each row under all of its reasons. */
    private void count(TablePlan table, SourcePlan source, Map<Reason, Long> reasons) throws SQLException {
        Survival survival = new Survival(draft, dialect);
        for (Condition own : survival.own(table, source, "s")) {
            ReferencePlan reference = own.reference();
            Reason reason = reference == null
                    ? new Reason("do not fulfil its where", false)
                    : new Reason("refer to what stays behind or is not there: " + reference.name(), true);
            count(table, source, "NOT COALESCE(" + own.sql() + ", FALSE)", reason, reasons);
        }
        Optional<LeftOutSet> set = draft.leftOut(table.name(), source);
        Optional<UniquePlan> keptBy = KeepFirst.keyOf(draft, table);
        if (set.isPresent() && keptBy.isPresent()) {
            String key = String.join(", ", keptBy.get().columns());
            Reason reason = new Reason("give way to a row with the same " + key, false);
            count(table, source, survival.givesWay(set.get(), "s"), reason, reasons);
        }
    }

    private void count(TablePlan table, SourcePlan source, String condition, Reason reason, Map<Reason, Long> reasons)
            throws SQLException {
        String rows = SourceTable.rows(dialect, table, source, "s");
        long found = game.count(source, "SELECT COUNT(*) FROM " + rows + " WHERE " + condition);
        if (found > 0) {
            reasons.merge(reason, found, Long::sum);
        }
    }

    private void report(LeftOut left) {
        TablePlan table = left.table();
        boolean follow = left.reasons().keySet().stream().anyMatch(Reason::follows);
        List<String> names = followers(table);
        findings.add(new Finding(
                follow || !names.isEmpty() ? Finding.Severity.WARNING : Finding.Severity.NOTE,
                FindingCode.LEFT_OUT,
                table.name(),
                left.rows() + " of " + left.all() + " rows stay behind (" + String.join(", ", left.perSource()) + "): "
                        + left.reasons().entrySet().stream()
                                .map(reason -> reason.getValue() + " "
                                        + reason.getKey().text())
                                .collect(Collectors.joining("; "))
                        + (follow ? "; what should stay without them wants when-left-out: clear" : "")
                        + (names.isEmpty()
                                ? ""
                                : "; their names in " + String.join(", ", names)
                                        + " stay, and mean another server's row if it has the same name"),
                left.rows(),
                List.of()));
    }

    /** Columns of other tables that follow a rename of this table's names. */
    private List<String> followers(TablePlan table) {
        return draft.tables().stream()
                .filter(other -> !other.name().equals(table.name()))
                .flatMap(other -> other.columns().stream()
                        .filter(column -> column.follows().stream()
                                .map(follow -> draft.uniques().get(follow.rule() - 1))
                                .anyMatch(rule -> rule.table().equals(table.name())))
                        .map(column -> other.name() + "." + column.name()))
                .toList();
    }
}
