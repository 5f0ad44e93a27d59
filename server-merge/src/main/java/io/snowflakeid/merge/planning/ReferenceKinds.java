package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.IdFits.Count;
import io.snowflakeid.merge.planning.IdName.Likeness;
import io.snowflakeid.merge.schema.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Columns that lead to several tables, or only sometimes to one, of which another column tells which. */
final class ReferenceKinds {

    private static final int MOST_KINDS = 16;

    /** Of values of one kind, the least share that makes the others orphans. */
    private static final double LEAST_OF_A_KIND = 0.8;

    /** By chance once in a thousand times, and once in ten millions where any column is tried. */
    private static final double SURPRISING = 7;

    private static final double SURPRISING_ANYWHERE = 16;
    private static final int FEWEST_VALUES = 5;

    /** On each source: a few small numbers are ids of any table. */
    private static final int FEWEST_UNNAMED_VALUES = 10;

    private final SampledIds samples;
    private final IdFits fits;
    private final ParentTables parents;
    private final ReferenceChoice choice;

    ReferenceKinds(SampledIds samples, IdFits fits, ParentTables parents) {
        this.samples = samples;
        this.fits = fits;
        this.parents = parents;
        choice = new ReferenceChoice(parents);
    }

    /**
     * Where a column leads under which conditions; nothing if no other column tells.
     *
     * @param guess where it may lead without any condition, or null
     */
    List<SuggestedReference> of(ReferenceCandidate candidate, @Nullable SuggestedReference guess) throws SQLException {
        IdName name = candidate.called();
        if (!name.saysId() && !name.isRole()) {
            return List.of();
        }
        List<SuggestedReference> found = best(candidate, columns(candidate, true), guess, SURPRISING);
        if (!found.isEmpty() || !candidate.apart().isEmpty()) {
            return found;
        }
        List<Column> others = columns(candidate, false);
        // where all values are ids of one table, numbers that look like kinds are too many
        others.removeIf(column -> guess != null && column.kind() != Column.Kind.TEXT);
        return best(candidate, others, guess, SURPRISING_ANYWHERE);
    }

    private static List<Column> columns(ReferenceCandidate candidate, boolean named) {
        List<Column> found = new ArrayList<>();
        for (ColumnPlan kind : candidate.table().columns()) {
            if (isShort(kind.column())
                    && kind.remaps().isEmpty()
                    && !kind.name().equals(candidate.column().name())
                    && IdName.of(kind.name()).tellsKindOf(candidate.called()) == named) {
                found.add(kind.column());
            }
        }
        return found;
    }

    private static boolean isShort(Column column) {
        Long characters = column.characters();
        return switch (column.kind()) {
            case INTEGER -> true;
            case TEXT ->
                column.type().toLowerCase(Locale.ROOT).startsWith("enum") || (characters != null && characters <= 32);
            default -> false;
        };
    }

    /** Values of the candidate by column, by what stands there, and by source. */
    private Map<String, Map<String, Map<SourcePlan, CountedNumbers>>> read(
            ReferenceCandidate candidate, List<Column> kinds) throws SQLException {
        Map<String, Map<String, Map<SourcePlan, CountedNumbers>>> all = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        kinds.forEach(kind -> names.add(kind.name()));
        for (SourcePlan source : candidate.values().keySet()) {
            var read = samples.byKind(
                    candidate.table(),
                    source,
                    candidate.column(),
                    candidate.apart(),
                    kinds.stream().map(Column::name).toList(),
                    MOST_KINDS);
            names.retainAll(read.keySet());
            read.forEach((kind, values) ->
                    values.forEach((value, numbers) -> all.computeIfAbsent(kind, name -> new LinkedHashMap<>())
                            .computeIfAbsent(value, key -> new LinkedHashMap<>())
                            .put(source, numbers)));
        }
        all.keySet().retainAll(names);
        return all;
    }

    private List<SuggestedReference> best(
            ReferenceCandidate candidate, List<Column> kinds, @Nullable SuggestedReference guess, double enough)
            throws SQLException {
        if (kinds.isEmpty()) {
            return List.of();
        }
        var all = read(candidate, kinds);
        List<SuggestedReference> best = List.of();
        double most = enough;
        for (Column kind : kinds) {
            var values = all.getOrDefault(kind.name(), Map.of());
            // of one value, nothing is told apart; two tables are told by two
            if (values.isEmpty()
                    || (values.size() == 1 && guess == null && candidate.apart().isEmpty())) {
                continue;
            }
            List<SuggestedReference> found = found(candidate, kind, values);
            double refusal = guess == null ? 1 : refusal(candidate, values, guess);
            double evidence = guess == null || refusal > 0
                    ? Math.max(refusal, evidence(found, values))
                    : gain(candidate, found, values, guess);
            if (evidence >= most && !found.isEmpty()) {
                best = found;
                most = evidence + 1e-9;
            }
        }
        return best;
    }

    private List<SuggestedReference> found(
            ReferenceCandidate candidate, Column kind, Map<String, Map<SourcePlan, CountedNumbers>> values)
            throws SQLException {
        List<SuggestedReference> found = new ArrayList<>();
        for (Map.Entry<String, Map<SourcePlan, CountedNumbers>> each : new TreeMap<>(values).entrySet()) {
            List<SuggestedReference> named = new ArrayList<>();
            List<SuggestedReference> fitting = new ArrayList<>();
            for (ColumnName parent : parents.forColumn(candidate.name())) {
                IdFit fit = fits.of(candidate.column(), each.getValue(), parent);
                boolean called = parents.isNamed(each.getKey(), parent);
                if (fit.wholeBut(ReferenceChoice.mostOrphans(called ? Likeness.SAME : Likeness.ROLE))
                        && (called
                                || (parents.plausible(parent)
                                        && fit.reach() >= 0.5
                                        && isEnough(fit, each.getValue().size())))) {
                    (called ? named : fitting)
                            .add(new SuggestedReference(
                                    candidate.name(),
                                    parent,
                                    condition(kind, each.getKey()),
                                    Likeness.ROLE,
                                    fit,
                                    List.of()));
                }
            }
            // what is called so goes before what only has the values
            if (!named.isEmpty() || !fitting.isEmpty()) {
                found.add(choice.best(named.isEmpty() ? fitting : named));
            }
        }
        return found;
    }

    /** Whether there are more than a few values, or such as chance does not explain. */
    private static boolean isEnough(IdFit fit, int sources) {
        return fit.values() >= (long) FEWEST_UNNAMED_VALUES * sources || fit.surpriseDespiteOrphans() >= SURPRISING;
    }

    private static String condition(Column kind, String value) {
        return kind.name() + " = "
                + (kind.kind() == Column.Kind.INTEGER ? value : "'" + value.replace("'", "''") + "'");
    }

    /** Whether what leads to a table without a condition does not for some kind: how improbable that is, or 0 if it does. */
    private double refusal(
            ReferenceCandidate candidate, Map<String, Map<SourcePlan, CountedNumbers>> values, SuggestedReference guess)
            throws SQLException {
        double refusal = 0;
        for (var numbers : values.values()) {
            Count count = fits.count(numbers, guess.parent(), guess.fit().none());
            IdFit fit = fits.of(candidate.column(), numbers, guess.parent());
            if (count.unknown() > 1) {
                // most small numbers are ids by chance, but not those of rows that were deleted
                double small = fit.values() == 0 || fit.reach() >= 0.5
                        ? 0
                        : fit.known() * -Math.log(Math.max(fit.reach(), 1e-3));
                refusal = Math.max(refusal, Math.max(small, count.share() < LEAST_OF_A_KIND ? 1 : 0));
            }
        }
        return refusal;
    }

    /** How improbable it is that the other column does not tell kinds; see {@link IdFit#surprise}. */
    private double evidence(List<SuggestedReference> found, Map<String, Map<SourcePlan, CountedNumbers>> values)
            throws SQLException {
        double evidence = 0;
        for (SuggestedReference one : found) {
            evidence = Math.max(evidence, one.fit().surpriseDespiteOrphans());
            evidence = Math.max(evidence, parents.isNamed(valueOf(one), one.parent()) ? SURPRISING : 0);
            evidence = Math.max(evidence, division(values, one));
        }
        return evidence;
    }

    /** How improbable it is that ids and others are divided among the kinds as they are, if it does not matter of which kind they are. */
    private double division(Map<String, Map<SourcePlan, CountedNumbers>> values, SuggestedReference one)
            throws SQLException {
        List<Count> counts = new ArrayList<>();
        long known = 0;
        long unknown = 0;
        for (var numbers : values.values()) {
            Count count = fits.count(numbers, one.parent(), one.fit().none());
            counts.add(count);
            known += count.known();
            unknown += count.unknown();
        }
        double improbable = 0;
        for (Count count : counts) {
            improbable += surplus(count.known(), count.all(), (double) known / (known + unknown))
                    + surplus(count.unknown(), count.all(), (double) unknown / (known + unknown));
        }
        return improbable - 2 * Math.max(0, counts.size() - 1);
    }

    private static double surplus(long some, long of, double expectedShare) {
        return some == 0 ? 0 : some * Math.log((double) some / of / expectedShare);
    }

    /** How much better other tables explain the values of some kinds than the one that has all of them. */
    private double gain(
            ReferenceCandidate candidate,
            List<SuggestedReference> found,
            Map<String, Map<SourcePlan, CountedNumbers>> values,
            SuggestedReference guess)
            throws SQLException {
        double gain = 0;
        for (SuggestedReference one : found) {
            var numbers = values.getOrDefault(valueOf(one), Map.of());
            if (one.parent().equals(guess.parent())) {
                continue;
            }
            if (parents.isNamed(valueOf(one), one.parent())) {
                gain = Math.max(gain, SURPRISING);
            }
            if (one.fit().values() >= (long) FEWEST_VALUES * numbers.size()
                    && one.fit().values() >= ReferenceChoice.FEWEST_TO_COMPARE
                    && one.fit().spread(numbers.size())) {
                IdFit other = fits.of(candidate.column(), numbers, guess.parent());
                gain += Math.max(0, other.choice() - one.fit().choice() - SURPRISING / 2);
            }
        }
        return gain;
    }

    private static String valueOf(SuggestedReference one) {
        String when = String.valueOf(one.when());
        String value = when.substring(when.indexOf(" = ") + 3);
        return value.startsWith("'") ? value.substring(1, value.length() - 1).replace("''", "'") : value;
    }
}
