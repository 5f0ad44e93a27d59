package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeepFirst;
import io.snowflakeid.merge.sql.Survival;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why rows of a source's table stay behind: each under the first reason that holds. */
final class LeavingReasons {

    /** The number of no reason: the row goes into the target. */
    static final int NONE = -1;

    private final List<Reason> reasons = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();

    LeavingReasons(MergePlan draft, Dialect dialect, TablePlan table, SourcePlan source) {
        Survival survival = new Survival(draft, dialect);
        if (table.where() != null) {
            add(Reason.WHERE, "(" + survival.condition(table.where(), source) + ")");
        }
        for (ReferencePlan reference : draft.referencesOf(table.name())) {
            for (String kept : survival.notLeftOutBy(reference, source, "s")) {
                add(new Reason("refer to what stays behind or is not there: " + reference.name(), reference), kept);
            }
        }
        for (KeepFirst.Rival rival : new KeepFirst(draft, dialect).rivals(table, source, "s")) {
            String key = String.join(", ", rival.unique().columns());
            add(
                    new Reason("give way to a row with the same " + key, null),
                    "NOT COALESCE(" + rival.some() + ", FALSE)");
        }
    }

    /**
     * A reason.
     *
     * @param text as it is told behind a number of rows
     * @param reference to the row without which a row stays behind, or null
     */
    record Reason(String text, @Nullable ReferencePlan reference) {

        static final Reason WHERE = new Reason("do not fulfil its where", null);

        boolean follows() {
            return reference != null;
        }
    }

    private void add(Reason reason, String kept) {
        reasons.add(reason);
        conditions.add("NOT COALESCE(" + kept + ", FALSE)");
    }

    /** The number of the first reason that holds for the row {@code s}, in SQL; {@link #NONE} for one that goes. */
    String number() {
        if (conditions.isEmpty()) {
            return String.valueOf(NONE);
        }
        StringBuilder first = new StringBuilder("CASE");
        for (int i = 0; i < conditions.size(); i++) {
            first.append(" WHEN ").append(conditions.get(i)).append(" THEN ").append(i);
        }
        return first.append(" ELSE ").append(NONE).append(" END").toString();
    }

    /** The reason of that number. */
    Reason reason(int number) {
        return reasons.get(number);
    }

    /** How many rows for which reason, as text. */
    static String told(Map<Reason, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().text())
                .collect(Collectors.joining("; "));
    }
}
