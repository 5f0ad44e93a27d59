package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.run.RowFate.Change;
import io.snowflakeid.merge.run.RowFate.Outcome;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Survival;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells of a row that does not stay behind. */
final class CopiedRow {

    private final MergePlan plan;
    private final Dialect dialect;
    private final RunState state;

    CopiedRow(MergePlan plan, Dialect dialect, RunState state) {
        this.plan = plan;
        this.dialect = dialect;
        this.state = state;
    }

    /**
     * Says where a row is, or will be, and what changed in it.
     *
     * @param unknown columns whose values the run will find, with the reason
     * @param newKey the row's key in the target, or null if it is not known yet
     */
    RowFate of(
            SourcePlan source,
            RowKey key,
            Map<String, @Nullable String> before,
            Map<String, @Nullable String> after,
            Map<String, String> unknown,
            @Nullable RowKey newKey,
            boolean there) {
        TablePlan table = key.table();
        List<Change> changes = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (ColumnPlan column : table.columns()) {
            String old = before.get(column.name());
            String now = after.get(column.name());
            String notYet = unknown.get(column.name());
            if (notYet != null || !Objects.equals(old, now)) {
                changes.add(new Change(
                        column.name(),
                        old,
                        notYet == null ? now : null,
                        notYet == null ? why(column, source, now) : notYet));
            }
            if (notYet == null && (table.key().contains(column.name()) || !Objects.equals(old, now))) {
                values.put(column.name(), String.valueOf(now));
            }
        }
        String message = RowWhereabouts.name(source.alias(), key) + " " + verb(there) + " "
                + (newKey == null
                        ? plan.target() + "." + table.name() + " with a key that the run will find"
                        : RowWhereabouts.name(plan.target(), newKey))
                + (there ? "" : notThere())
                + changes.stream()
                        .filter(change -> !table.key().contains(change.column()))
                        .map(change -> "; " + change.column() + " " + change.before() + " -> "
                                + (unknown.containsKey(change.column()) ? "?" : change.after()) + " (" + change.why()
                                + ")")
                        .collect(Collectors.joining());
        return new RowFate(there, message, values, Outcome.COPIED, List.copyOf(changes), List.of());
    }

    private String verb(boolean there) {
        return there ? "is" : state == RunState.FINISHED ? "should be" : "becomes";
    }

    private String notThere() {
        return switch (state) {
            case NOT_BEGUN -> " (the run has not begun to copy)";
            case RUNNING -> " (not yet there: the run is not finished)";
            case FINISHED -> " (which is not there although the run is finished: verify the target)";
        };
    }

    private String why(ColumnPlan column, SourcePlan source, @Nullable String now) {
        boolean empty = now == null
                || plan.references().stream()
                        .anyMatch(reference -> reference.none().stream()
                                .anyMatch(none -> none.toString().equals(now)));
        Survival survival = new Survival(plan, dialect);
        for (ReferencePlan reference : plan.references()) {
            if (empty
                    && reference.columns().contains(column.name())
                    && plan.table(reference.table()).columns().contains(column)
                    && survival.clears(reference, source)) {
                return "reference cleared, as " + reference.parent() + " stays behind or is not there";
            }
        }
        return column.remaps().isEmpty()
                ? "new name"
                : "id of "
                        + column.remaps().stream()
                                .map(remap -> plan.domain(remap.domain()).name())
                                .distinct()
                                .collect(Collectors.joining(" or "));
    }
}
