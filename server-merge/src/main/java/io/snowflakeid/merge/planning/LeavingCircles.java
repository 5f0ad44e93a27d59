package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Survival;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tables whose rows stay behind because of each other's: no condition tells which do. */
final class LeavingCircles {

    private final MergePlan draft;
    private final List<ReferencePlan> cascading;

    LeavingCircles(MergePlan draft, Dialect dialect) {
        this.draft = draft;
        Survival survival = new Survival(draft, dialect);
        cascading = draft.references().stream()
                .filter(reference -> draft.sources().stream().anyMatch(source -> cascades(survival, reference, source)))
                .toList();
    }

    private boolean cascades(Survival survival, ReferencePlan reference, SourcePlan source) {
        return draft.table(reference.table()).copiedFromByClass(source.number())
                && survival.cascades(reference, source);
    }

    /** An error for each circle; whether there is any. */
    boolean report(Findings findings) {
        Set<String> seen = new LinkedHashSet<>();
        boolean any = false;
        for (ReferencePlan reference : cascading) {
            if (!seen.contains(reference.table()) && reaches(reference.parent(), reference.table())) {
                List<ReferencePlan> circle = cascading.stream()
                        .filter(edge ->
                                reaches(reference.table(), edge.table()) && reaches(edge.parent(), reference.table()))
                        .toList();
                circle.forEach(edge -> seen.add(edge.table()));
                any = true;
                findings.error(
                        "LEFT_OUT_IN_CIRCLE",
                        circle.stream().map(ReferencePlan::table).distinct().collect(Collectors.joining(", ")),
                        "rows stay behind because of each other, in a circle; cut it where they begin to, under references: "
                                + cuts(circle).stream().map(this::line).collect(Collectors.joining(" ")),
                        (long) circle.size(),
                        circle.stream().map(ReferencePlan::name).toList());
            }
        }
        return any;
    }

    /** By what cascades; a table reaches itself. */
    private boolean reaches(String from, String to) {
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            String table = open.pop();
            if (table.equals(to)) {
                return true;
            }
            if (reached.add(table)) {
                cascading.stream().filter(edge -> edge.table().equals(table)).forEach(edge -> open.push(edge.parent()));
            }
        }
        return false;
    }

    /** Where rows begin to stay behind, for another reason than the circle; if that is not known, one that can be emptied. */
    private List<ReferencePlan> cuts(List<ReferencePlan> circle) {
        List<ReferencePlan> atRoot = circle.stream()
                .filter(edge -> losesRowsBesides(edge.parent(), circle))
                .toList();
        return !atRoot.isEmpty()
                ? atRoot
                : circle.stream()
                        .sorted(Comparator.comparing(edge -> !takesNull(edge)))
                        .limit(1)
                        .toList();
    }

    private boolean losesRowsBesides(String table, List<ReferencePlan> circle) {
        return draft.table(table).where() != null
                || draft.uniques().stream().anyMatch(unique -> unique.table().equals(table) && unique.dropsReferences())
                || draft.referencesOf(table).stream()
                        .anyMatch(edge -> dropsOrphans(edge) || (cascading.contains(edge) && !circle.contains(edge)));
    }

    private static boolean dropsOrphans(ReferencePlan reference) {
        return reference.orphans() == Orphans.DROP
                && reference.orphanRows().stream().anyMatch(rows -> rows > 0);
    }

    private boolean takesNull(ReferencePlan reference) {
        TablePlan table = draft.table(reference.table());
        return reference.columns().stream()
                .allMatch(column -> table.column(column).column().nullable());
    }

    private String line(ReferencePlan reference) {
        boolean wantsValue = reference.none().isEmpty() && !takesNull(reference);
        return ReferenceAdvice.line(reference, wantsValue ? List.of(0L) : reference.none(), WhenLeftOut.CLEAR);
    }
}
