package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.planning.IdName.Likeness;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Columns that are called like others of which it is known where they lead: {@code item0} like {@code item1}, {@code playerGuid} of one table
 * like that of another. They lead there too, even if more of their rows are gone than is allowed of a column that is alone.
 */
final class SisterColumns {

    private static final double MOST_ORPHANS = 0.15;

    private final IdFits fits;
    private final ReferenceChoice choice;

    SisterColumns(IdFits fits, ReferenceChoice choice) {
        this.fits = fits;
        this.choice = choice;
    }

    /** Takes out of the candidates those that are called like columns that lead somewhere. */
    List<SuggestedReference> of(List<ReferenceCandidate> open, List<SuggestedReference> found) throws SQLException {
        List<SuggestedReference> more = new ArrayList<>();
        for (ReferenceCandidate candidate : List.copyOf(open)) {
            if (candidate.apart().isEmpty() && !candidate.isOwnKey()) {
                List<SuggestedReference> fitting = fitting(candidate, found);
                if (!fitting.isEmpty()) {
                    more.add(choice.best(fitting));
                    open.remove(candidate);
                }
            }
        }
        return more;
    }

    private List<SuggestedReference> fitting(ReferenceCandidate candidate, List<SuggestedReference> found)
            throws SQLException {
        List<SuggestedReference> fitting = new ArrayList<>();
        Set<ColumnName> looked = new TreeSet<>(Comparator.comparing(ColumnName::toString));
        for (SuggestedReference sister : found) {
            boolean numbered = isNumbered(candidate, sister);
            boolean related = isCalledLike(candidate, sister)
                    || (endsLike(candidate, sister)
                            && sister.child().table().equals(candidate.table().name()));
            if ((numbered || related) && looked.add(sister.parent())) {
                IdFit fit = fits.of(candidate.column(), candidate.values(), sister.parent(), 1 - 2 * MOST_ORPHANS);
                // a few small numbers are ids of any table
                boolean sameTable =
                        sister.child().table().equals(candidate.table().name());
                boolean enough = numbered
                        || (sameTable && fit.reach() >= 0.5)
                        || fit.spread(candidate.values().size());
                if (enough && fit.wholeBut(MOST_ORPHANS)) {
                    fitting.add(new SuggestedReference(
                            candidate.name(), sister.parent(), null, Likeness.ROLE, fit, List.of()));
                }
            }
        }
        return fitting;
    }

    /** Where columns lead whose name this one has, or ends with. */
    static Set<ColumnName> parentsOfLike(ReferenceCandidate candidate, List<SuggestedReference> found) {
        return found.stream()
                .filter(sister ->
                        isNumbered(candidate, sister) || isCalledLike(candidate, sister) || endsLike(candidate, sister))
                .map(SuggestedReference::parent)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static boolean isNumbered(ReferenceCandidate candidate, SuggestedReference sister) {
        return sister.when() == null && isNumbered(candidate.name(), sister.child());
    }

    /** Whether both are of one table, and only a number tells their names apart. */
    static boolean isNumbered(ColumnName one, ColumnName other) {
        String name = withoutNumbers(one.column());
        return one.table().equals(other.table())
                && name.equals(withoutNumbers(other.column()))
                && !name.equals(one.column());
    }

    private static String withoutNumbers(String name) {
        return name.replaceAll("[0-9]+", "#");
    }

    private static boolean isCalledLike(ReferenceCandidate candidate, SuggestedReference sister) {
        IdName own = candidate.called();
        IdName other = IdName.of(sister.child().column());
        return isKnown(sister)
                && (own.saysId() || own.isRole())
                && !own.words().isEmpty()
                && own.words().equals(other.words());
    }

    private static boolean endsLike(ReferenceCandidate candidate, SuggestedReference sister) {
        IdName own = candidate.called();
        return isKnown(sister)
                && own.saysId()
                && own.endsWith(IdName.of(sister.child().column()));
    }

    private static boolean isKnown(SuggestedReference sister) {
        return sister.when() == null && sister.likeness() != Likeness.NONE;
    }
}
