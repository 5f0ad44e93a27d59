package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Survival;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tables of which no server could be asked in reasonable time what stays behind. A row whose id means the same everywhere is looked for
 * on each source, and so is the one that it refers to: the condition is as many times longer for each table on the way.
 */
final class LargeConditions {

    /** Ten sources and two such tables on the way need a tenth of it. */
    static final int MOST_CHARACTERS = 1 << 18;

    private final MergePlan draft;
    private final Dialect dialect;

    LargeConditions(MergePlan draft, Dialect dialect) {
        this.draft = draft;
        this.dialect = dialect;
    }

    /** An error for each table; whether there is any. */
    boolean report(Findings findings) {
        boolean any = false;
        for (TablePlan table : draft.tables()) {
            if (draft.sources().stream().anyMatch(source -> tooLarge(table, source))) {
                any = true;
                findings.error(
                        "CONDITION_TOO_LARGE",
                        table.name(),
                        "to ask which of its rows stay behind takes more than " + MOST_CHARACTERS
                                + " characters of SQL for each of "
                                + draft.sources().size()
                                + " sources; shorten the way: when-left-out: clear for a reference on it, or class: main-only for a"
                                + " table on it",
                        null,
                        way(table));
            }
        }
        return any;
    }

    private boolean tooLarge(TablePlan table, SourcePlan source) {
        return table.copiedFrom(source.number()) && Survival.tooLarge(draft, dialect, table, source, MOST_CHARACTERS);
    }

    /** The references because of which rows that stay behind take others with them, up to this table. */
    private List<String> way(TablePlan table) {
        Survival survival = new Survival(draft, dialect);
        Set<String> names = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(table.name()));
        while (!open.isEmpty()) {
            for (ReferencePlan reference : draft.referencesOf(open.remove())) {
                if (draft.sources().stream().anyMatch(source -> survival.leavesOut(reference, source))
                        && names.add(reference.name())) {
                    open.add(reference.parent());
                }
            }
        }
        return List.copyOf(names);
    }
}
