package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.planning.IdName.Likeness;
import java.util.Comparator;
import java.util.List;

/** Which of several tables a column leads to that has values of all of them. */
final class ReferenceChoice {

    /** Of fewer values, where they lie says little: those few who rule the game are often the first ones of all. */
    static final int FEWEST_TO_COMPARE = 30;

    private final ParentTables parents;

    ReferenceChoice(ParentTables parents) {
        this.parents = parents;
    }

    /** The share of values that may be ids of deleted rows. */
    static double mostOrphans(Likeness likeness) {
        return switch (likeness) {
            case SAME -> 0.1;
            case PART -> 0.05;
            case ROLE -> 0.04;
            case ID -> 0.03;
            case NONE -> 0.01;
        };
    }

    /** The one that explains the values best; a table that many lead to is more probable than one that none leads to. */
    SuggestedReference best(List<SuggestedReference> fitting) {
        double least = fitting.stream()
                .mapToDouble(suggestion -> suggestion.fit().choice())
                .min()
                .orElse(0);
        List<SuggestedReference> sorted = fitting.stream()
                .sorted(Comparator.comparingDouble(suggestion -> -score(suggestion, least)))
                .toList();
        SuggestedReference best = sorted.get(0);
        List<ColumnName> others = best.certain()
                ? List.of()
                : sorted.stream()
                        .skip(1)
                        .limit(2)
                        .map(SuggestedReference::parent)
                        .toList();
        return new SuggestedReference(best.child(), best.parent(), best.when(), best.likeness(), best.fit(), others);
    }

    /** Where nobody is known to lead, this one alone will hardly lead. */
    private double references(ColumnName parent) {
        int references = parents.references(parent);
        return references == 0 ? -6 : 2 * Math.log1p(references);
    }

    private double score(SuggestedReference suggestion, double leastChoice) {
        IdFit fit = suggestion.fit();
        ColumnName child = suggestion.child();
        double related = parents.related(child.table(), suggestion.parent()) ? 2 : 0;
        boolean wordless = IdName.of(child.column()).words().isEmpty();
        double common = wordless ? 5 * parents.wordsInCommon(child, suggestion.parent()) : 0;
        // a table of about as many ids explains them as well
        double worse = fit.values() < FEWEST_TO_COMPARE ? 0 : fit.choice() - leastChoice - 0.2 * fit.values();
        return Math.max(-5, Math.min(20, fit.surprise()))
                + 5 * fit.reach()
                // where one explains all values, and another nearly all
                - 100 * (1 - fit.share())
                - (fit.whole() ? 0 : 5)
                - Math.max(0, Math.min(10, worse))
                + references(suggestion.parent())
                + related
                + common;
    }
}
