package io.snowflakeid.merge.planning;

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

    /** As it is written into {@code references}. */
    String line() {
        return line(child.toString(), parent, fit.none(), when);
    }

    static String line(String from, ColumnName parent, Set<Long> none, @Nullable String when) {
        boolean plain = none.isEmpty()
                && when == null
                && !from.startsWith("*")
                && quotedIfNeeded(from).equals(from);
        if (plain) {
            return "- " + from + " -> " + parent;
        }
        if (none.isEmpty() && when == null) {
            return "- \"" + from + " -> " + parent + "\"";
        }
        return "- { from: " + quotedIfNeeded(from) + ", to: " + quotedIfNeeded(parent.toString())
                + (none.isEmpty()
                        ? ""
                        : ", none: "
                                + new TreeSet<>(none)
                                        .stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]")))
                + (when == null ? "" : ", when: \"" + when.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                + " }";
    }

    /** What YAML would not read as one word. */
    private static String quotedIfNeeded(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_.$]*")
                ? name
                : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** What speaks for it, in one line. */
    String evidence() {
        return child + ": " + fit.describe(parent) + (when == null ? "" : " where " + when)
                + (others.isEmpty()
                        ? ""
                        : "; also in "
                                + others.stream().map(ColumnName::toString).collect(Collectors.joining(", ")));
    }

    /** Whether both name and values say so. */
    boolean certain() {
        return (likeness == Likeness.SAME || likeness == Likeness.PART) && fit.whole();
    }
}
