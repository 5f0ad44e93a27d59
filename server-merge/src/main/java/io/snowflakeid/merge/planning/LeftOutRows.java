package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says how many rows of each table are left out, and why. Rows that a {@code where} leaves out, and rows that follow these by a reference,
 * such as a player's items, were asked for. A warning tells of the others, and of rows that leave out others in turn, as a guild does whose leader is left out.
 */
final class LeftOutRows extends PlanCheck {
    public LeftOutRows(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        List<LeftOut> found = new ArrayList<>();
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
                found.add(new LeftOut(table, left, all, perSource, reasons));
            }
        }
        Set<String> asked = askedForByWhere(found);
        found.forEach(left -> report(left, asked.contains(left.table().name())));
    }

    /** What is left out of a table, on all sources together, and on each. */
    private record LeftOut(TablePlan table, long rows, long all, List<String> perSource, Map<Reason, Long> reasons) {}

    /**
     * Why a row is left out.
     *
     * @param text as it is told behind a number of rows
     * @param parent the table that it refers to, or empty where that is not why
     */
    private record Reason(String text, String parent) {
        static final Reason WHERE = new Reason("do not fulfil its where", "");
    }

    /** Tables of which rows are left out for the sake of a where alone: their own, or one that they follow by references. */
    private static Set<String> askedForByWhere(List<LeftOut> found) {
        Set<String> asked = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (LeftOut left : found) {
                boolean byWhere = left.reasons().keySet().stream()
                        .allMatch(reason -> reason.equals(Reason.WHERE) || asked.contains(reason.parent()));
                more |= byWhere && asked.add(left.table().name());
            }
        }
        return asked;
    }

    /** Adds each row under its first reason. */
    private void count(TablePlan table, SourcePlan source, Map<Reason, Long> reasons) throws SQLException {
        List<Reason> numbered = new ArrayList<>();
        StringBuilder first = new StringBuilder("CASE");
        conditions(table, source).forEach((kept, reason) -> {
            first.append(" WHEN NOT COALESCE(%s, FALSE) THEN %d".formatted(kept, numbered.size()));
            numbered.add(reason);
        });
        String sql = "SELECT reason, COUNT(*) FROM (SELECT " + first + " ELSE -1 END AS reason FROM "
                + SourceTable.rows(dialect, table, source, "s")
                + ") c WHERE reason >= 0 GROUP BY reason ORDER BY reason";
        for (List<@Nullable String> row : game.rows(source, sql)) {
            Reason reason = numbered.get(Integer.parseInt(String.valueOf(row.get(0))));
            reasons.merge(reason, Long.valueOf(String.valueOf(row.get(1))), Long::sum);
        }
    }

    /** What a row must fulfil to go into the target, each with the reason for which it is left out otherwise. */
    private Map<String, Reason> conditions(TablePlan table, SourcePlan source) {
        Survival survival = new Survival(draft, dialect);
        Map<String, Reason> conditions = new LinkedHashMap<>();
        if (table.where() != null) {
            conditions.put("(" + survival.condition(table.where(), source) + ")", Reason.WHERE);
        }
        for (ReferencePlan reference : draft.referencesOf(table.name())) {
            Reason reason =
                    new Reason("refer to what stays behind or is not there: " + reference.name(), reference.parent());
            survival.notLeftOutBy(reference, source, "s").forEach(kept -> conditions.put(kept, reason));
        }
        for (KeepFirst.Rival rival : new KeepFirst(draft, dialect).rivals(table, source, "s")) {
            String key = String.join(", ", rival.unique().columns());
            conditions.put(
                    "NOT COALESCE(" + rival.some() + ", FALSE)",
                    new Reason("give way to a row with the same " + key, ""));
        }
        return conditions;
    }

    private void report(LeftOut left, boolean asked) {
        TablePlan table = left.table();
        boolean follow = left.reasons().keySet().stream()
                .anyMatch(reason -> !reason.parent().isEmpty());
        boolean takeOthers = draft.references().stream()
                .anyMatch(reference -> reference.parent().equals(table.name())
                        && !reference.table().equals(table.name()));
        List<String> names = followers(table);
        findings.add(new Finding(
                (follow && (takeOthers || !asked)) || !names.isEmpty()
                        ? Finding.Severity.WARNING
                        : Finding.Severity.NOTE,
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
