package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.planning.IdName.Likeness;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column that probably holds ids of another table.
 *
 * @param child the column
 * @param parent whose ids
 * @param when under which condition, or null for always
 * @param likeness how much it is named after the parent
 * @param fit how its values lie among the parent's ids
 * @param others whose ids its values would be as well
 */
record SuggestedReference(
        ColumnName child,
        ColumnName parent,
        @Nullable String when,
        Likeness likeness,
        IdFit fit,
        List<ColumnName> others) {

    private static final int ENOUGH_FOR_ANY_SIZE = 30;

    /** As it is written into {@code references}. */
    String line() {
        return line(child.table(), child.column(), parent, fit.none(), when);
    }

    static String line(String table, String column, ColumnName parent, Set<Long> none, @Nullable String when) {
        return new ReferenceConfig(
                        new ColumnNames(table, List.of(column)),
                        new ColumnNames(parent.table(), List.of(parent.column())),
                        when,
                        List.copyOf(new TreeSet<>(none)),
                        ReferenceConfig.Orphans.FAIL,
                        null)
                .line();
    }

    /** What speaks for it, in one line. */
    String evidence() {
        return child + ": " + fit.describe(parent) + (when == null ? "" : " where " + when)
                + (others.isEmpty()
                        ? ""
                        : "; also in "
                                + others.stream().map(ColumnName::toString).collect(Collectors.joining(", ")));
    }

    /** Whether a smaller or a larger copy of the same game would say so as well: chance does not make that many values fit. */
    boolean whateverTheSize() {
        return likeness == Likeness.SAME || fit.values() >= ENOUGH_FOR_ANY_SIZE;
    }

    /** Whether the name says so; nothing is suggested whose values do not. */
    boolean certain() {
        return likeness == Likeness.SAME || likeness == Likeness.PART;
    }
}
