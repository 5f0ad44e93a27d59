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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says how many rows of each table are left out, and why. Rows that a {@code where} leaves out, and rows that follow these by a reference,
 * such as a player's items, were asked for. A warning tells of rows that leave out others in turn, as a guild does whose leader is left out.
 */
final class LeftOutRows extends PlanCheck {
    public LeftOutRows(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            Map<String, Long> reasons = new LinkedHashMap<>();
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
                report(
                        table,
                        left,
                        left + " of " + all + " rows stay behind (" + String.join(", ", perSource) + ")",
                        reasons);
            }
        }
    }

    /** Adds each row under its first reason. */
    private void count(TablePlan table, SourcePlan source, Map<String, Long> reasons) throws SQLException {
        List<String> texts = new ArrayList<>();
        StringBuilder first = new StringBuilder("CASE");
        conditions(table, source).forEach((kept, reason) -> {
            first.append(" WHEN NOT COALESCE(%s, FALSE) THEN %d".formatted(kept, texts.size()));
            texts.add(reason);
        });
        String sql = "SELECT reason, COUNT(*) FROM (SELECT " + first + " ELSE -1 END AS reason FROM "
                + SourceTable.rows(dialect, table, source, "s")
                + ") c WHERE reason >= 0 GROUP BY reason ORDER BY reason";
        for (List<@Nullable String> row : game.rows(source, sql)) {
            String reason = texts.get(Integer.parseInt(String.valueOf(row.get(0))));
            reasons.merge(reason, Long.valueOf(String.valueOf(row.get(1))), Long::sum);
        }
    }

    /** What a row must fulfil to go into the target, each with the reason for which it is left out otherwise. */
    private Map<String, String> conditions(TablePlan table, SourcePlan source) {
        Survival survival = new Survival(draft, dialect);
        Map<String, String> conditions = new LinkedHashMap<>();
        if (table.where() != null) {
            conditions.put("(" + survival.condition(table.where(), source) + ")", "do not fulfil its where");
        }
        for (ReferencePlan reference : draft.referencesOf(table.name())) {
            survival.notLeftOutBy(reference, source, "s")
                    .forEach(kept ->
                            conditions.put(kept, "refer to what stays behind or is not there: " + reference.name()));
        }
        for (KeepFirst.Rival rival : new KeepFirst(draft, dialect).rivals(table, source, "s")) {
            conditions.put(
                    "NOT COALESCE(" + rival.some() + ", FALSE)",
                    "give way to a row with the same "
                            + String.join(", ", rival.unique().columns()));
        }
        return conditions;
    }

    private void report(TablePlan table, long left, String rows, Map<String, Long> reasons) {
        boolean follow = reasons.keySet().stream().anyMatch(reason -> reason.startsWith("refer"));
        boolean takeOthers = draft.references().stream()
                .anyMatch(reference -> reference.parent().equals(table.name())
                        && !reference.table().equals(table.name()));
        List<String> names = followers(table);
        findings.add(new Finding(
                (follow && takeOthers) || !names.isEmpty() ? Finding.Severity.WARNING : Finding.Severity.NOTE,
                FindingCode.LEFT_OUT,
                table.name(),
                rows + ": "
                        + reasons.entrySet().stream()
                                .map(reason -> reason.getValue() + " " + reason.getKey())
                                .collect(Collectors.joining("; "))
                        + (follow ? "; what should stay without them wants when-left-out: clear" : "")
                        + (names.isEmpty()
                                ? ""
                                : "; their names in " + String.join(", ", names)
                                        + " stay, and mean another server's row if it has the same name"),
                left,
                List.of()));
    }

    /** Columns of other tables that follow a rename of this table's names. */
    private List<String> followers(TablePlan table) {
        List<String> followers = new ArrayList<>();
        for (TablePlan other : draft.tables()) {
            other.columns().stream()
                    .filter(column -> !other.name().equals(table.name())
                            && column.follows().stream()
                                    .map(follow -> draft.uniques().get(follow.rule() - 1))
                                    .anyMatch(rule -> rule.table().equals(table.name())))
                    .forEach(column -> followers.add(other.name() + "." + column.name()));
        }
        return followers;
    }
}
