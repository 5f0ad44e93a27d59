package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.IdName.Likeness;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for ids that are moved by themselves although they are ids of another table: no reference says so, or one that was listed leads to a
 * column which refers to that table in turn.
 */
final class SameIdsCheck extends PlanCheck {

    private static final int FEWEST_IDS = 20;

    /** By chance once in a million times. */
    private static final double SURPRISING = 14;

    /** By chance once in a thousand times, which is enough where the name says the same. */
    private static final double SURPRISING_IF_NAMED = 7;

    private static final double MOST_UNKNOWN = 0.01;
    private static final double MOST_UNKNOWN_IF_NAMED = 0.05;

    /** Words that count rows, whatever they are of. */
    private static final Set<String> COUNTING = Set.of(
            "row", "record", "entry", "no", "nr", "num", "number", "seq", "sequence", "serial", "index", "idx", "pk");

    private final ParentTables parents;
    private final IdOverlaps overlaps;

    SameIdsCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        parents = new ParentTables(game, draft);
        overlaps = new IdOverlaps(game, draft);
    }

    /** Ids of a domain that may be those of another one. */
    private record Same(
            ColumnName child, IdDomain own, ColumnName parent, IdDomain other, Likeness likeness, IdOverlap overlap) {

        boolean named() {
            return likeness == Likeness.SAME || likeness == Likeness.PART;
        }

        boolean beyondChance() {
            return overlap.surprise() >= (named() ? SURPRISING_IF_NAMED : SURPRISING);
        }

        boolean isWorthTelling() {
            long unknown = overlap.ids() - overlap.known();
            boolean whole = unknown <= (named() ? MOST_UNKNOWN_IF_NAMED : MOST_UNKNOWN) * overlap.ids();
            return whole && overlap.ids() >= FEWEST_IDS && (beyondChance() || likeness == Likeness.SAME);
        }
    }

    void look() throws SQLException {
        List<Same> found = new ArrayList<>();
        for (IdDomain domain : draft.domains()) {
            for (ColumnName root : domain.roots()) {
                Same best = best(root, domain);
                if (best != null) {
                    found.add(best);
                }
            }
        }
        // of two that have the same ids, one refers to the other
        found.sort(Comparator.comparing((Same same) -> !same.beyondChance())
                .thenComparing(same -> same.likeness() != Likeness.SAME)
                .thenComparing(same -> same.overlap().ids())
                .thenComparing(same -> same.child().toString()));
        Set<Set<ColumnName>> told = new HashSet<>();
        for (Same same : found) {
            if (told.add(Set.of(same.child(), same.parent()))) {
                report(same);
            }
        }
    }

    /** Of a chain of references, the table at its end, which has most ids. */
    private @Nullable Same best(ColumnName child, IdDomain own) throws SQLException {
        List<Same> found = new ArrayList<>();
        if (overlaps.ids(child).keySet().stream().anyMatch(source -> source.number() > 1)) {
            for (IdDomain other : draft.domains()) {
                if (other.number() != own.number() && (moves(own) || moves(other)) && !refers(child, other)) {
                    for (ColumnName parent : other.roots()) {
                        Same same = same(child, own, parent, other);
                        if (same != null && same.isWorthTelling()) {
                            found.add(same);
                        }
                    }
                }
            }
        }
        return found.stream()
                .min(Comparator.comparing((Same same) -> !same.beyondChance())
                        .thenComparing(same -> same.likeness() != Likeness.SAME)
                        .thenComparing(same -> -rows(same.parent())))
                .orElse(null);
    }

    private static boolean moves(IdDomain domain) {
        return domain.mode() != IdMode.KEEP && domain.mode() != IdMode.STATIC;
    }

    /** Under a condition, say. */
    private boolean refers(ColumnName child, IdDomain other) {
        return draft.table(child.table()).find(child.column()).stream()
                .flatMap(column -> column.remaps().stream())
                .anyMatch(remap -> remap.domain() == other.number());
    }

    private @Nullable Same same(ColumnName child, IdDomain own, ColumnName parent, IdDomain other) throws SQLException {
        if (child.table().equals(parent.table()) || refers(parent, own)) {
            return null;
        }
        Likeness likeness = likeness(child, parent);
        // among ids without gaps all numbers are ids, so only the name could tell
        boolean maySay = likeness == Likeness.SAME || overlaps.gaps(child, parent) >= SURPRISING_IF_NAMED;
        IdOverlap overlap = maySay ? overlaps.of(child, parent) : null;
        return overlap == null ? null : new Same(child, own, parent, other, likeness, overlap);
    }

    /** How much the name says; nothing if it is that of the rows that are counted there. */
    private Likeness likeness(ColumnName child, ColumnName parent) {
        IdName name = IdName.of(child.column());
        List<String> table = IdName.of(child.table()).words();
        int before = table.size() - name.words().size();
        boolean own = before >= 0 && table.subList(before, table.size()).equals(name.words());
        return own || COUNTING.contains(name.whole()) ? Likeness.NONE : parents.likeness(child, parent);
    }

    private long rows(ColumnName column) {
        return draft.table(column.table()).rows().stream()
                .mapToLong(TablePlan.SourceRows::total)
                .sum();
    }

    private void report(Same same) {
        IdOverlap overlap = same.overlap();
        boolean alike = alike(same.own(), same.other());
        String line =
                SuggestedReference.line(same.child().table(), same.child().column(), same.parent(), Set.of(), null);
        String message = "its ids are ids of " + same.parent() + " (" + overlap.counts() + " that were looked at)"
                + (same.named() ? ", and it is named so; " : "; ")
                + (same.beyondChance() ? overlap.chance() + "; but " : overlap.doubt() + "; if it is not, ")
                + "they are treated apart (" + treated(same.own()) + ", " + treated(same.other()) + ")"
                + (alike
                        ? ", and moved by the same distances only by luck: "
                        : ", so its rows would mean others' there: ")
                + (same.beyondChance() && !alike ? "accept this if it is chance nevertheless, or " : "")
                + "add to references: " + line;
        String subject = same.child() + " -> " + same.parent();
        if (same.beyondChance() && !alike) {
            findings.error("SAME_IDS", subject, message, overlap.known(), List.of());
        } else {
            findings.warning("SAME_IDS", subject, message, overlap.known(), List.of());
        }
    }

    /** With a few more rows they may be moved by others. */
    private static boolean alike(IdDomain own, IdDomain other) {
        return own.mode() == IdMode.OFFSET
                && other.mode() == IdMode.OFFSET
                && own.sources().stream()
                        .allMatch(ids -> ids.least() > ids.greatest()
                                || ids.shift() == other.of(ids.source()).shift());
    }

    private static String treated(IdDomain domain) {
        return domain.name() + " "
                + domain.mode().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
