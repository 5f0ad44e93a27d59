package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.planning.IdFits.Count;
import io.snowflakeid.merge.planning.IdName.Likeness;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** Names the columns that look like ids, and of which nothing tells whose: an operator who knows the game looks at these. */
final class UnknownIds {

    private static final int FEWEST_VALUES_WITHOUT_NAME = 100;
    private static final int FEWEST_VALUES = 20;
    private static final double LEAST_OF_NAMED = 0.7;

    private final ParentTables parents;
    private final IdFits fits;
    private final Findings findings;

    UnknownIds(ParentTables parents, IdFits fits, Findings findings) {
        this.parents = parents;
        this.fits = fits;
        this.findings = findings;
    }

    void look(List<ReferenceCandidate> unknown, List<SuggestedReference> found) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (ReferenceCandidate candidate : unknown) {
            NavigableSet<Long> values = new TreeSet<>();
            candidate.values().values().forEach(numbers -> values.addAll(numbers.all()));
            values.removeAll(List.of(0L, -1L));
            if (!values.isEmpty()) {
                String among = among(candidate, unknown);
                among = among.isEmpty() ? mostOf(candidate, found) : among;
                boolean called = !candidate.isOwnKey()
                        && (candidate.called().saysId() || candidate.called().isRole());
                if (called || !among.isEmpty()) {
                    columns.add(candidate.name() + (candidate.apart().isEmpty() ? "" : " where no reference is listed")
                            + ": " + values.size() + " different values, " + values.first() + " to " + values.last()
                            + among);
                }
            }
        }
        if (!columns.isEmpty()) {
            columns.sort(null);
            findings.note(
                    "ID_UNKNOWN",
                    "references",
                    "these columns look like ids, but their values do not tell whose: they stay as they are, which is right for"
                            + " ids of things that no table has (spells, kinds of items), and wrong for ids that move; list those"
                            + " under references",
                    (long) columns.size(),
                    columns);
        }
    }

    /** Where columns lead that are called so, if most of these values do; the rows of the others may be gone. */
    private String mostOf(ReferenceCandidate candidate, List<SuggestedReference> found) throws SQLException {
        if (candidate.isOwnKey()) {
            return "";
        }
        for (ColumnName parent : SisterColumns.parentsOfLike(candidate, found)) {
            Count count = fits.count(candidate.values(), parent, Set.of(0L, -1L));
            if (count.all() >= FEWEST_VALUES && count.share() >= LEAST_OF_NAMED) {
                return ", " + Math.round(100 * count.share()) + " % of them ids of " + parent
                        + ", as those of columns that are called so";
            }
        }
        return "";
    }

    /** A table with practically all of the values, without a gap that would tell more; its rows may have one each here. */
    private String among(ReferenceCandidate candidate, List<ReferenceCandidate> unknown) throws SQLException {
        long together = unknown.stream()
                .filter(other -> SisterColumns.isNumbered(candidate.name(), other.name()))
                .count();
        for (ColumnName parent : parents.forColumn(candidate.name())) {
            boolean extension = candidate.isOwnKey()
                    && candidate.called().words().isEmpty()
                    && parents.likeness(candidate.name(), parent) == Likeness.PART;
            boolean other = !parents.isWholeKey(candidate.name())
                    && !candidate.called().saysHowMany()
                    && parents.references(parent) > 0;
            if (extension || other) {
                IdFit fit = fits.of(candidate.column(), candidate.values(), parent);
                boolean spread = fit.values() * Math.max(1, together) >= FEWEST_VALUES_WITHOUT_NAME
                        && (fit.spread(candidate.values().size()) || (together > 1 && fit.reach() >= 0.5));
                if (fit.whole() && (extension || spread)) {
                    return ", all of them ids of " + parent;
                }
            }
        }
        return "";
    }
}
