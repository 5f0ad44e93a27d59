package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.IdName.Likeness;
import io.snowflakeid.merge.planning.KnownIds.Range;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells whose ids numbers are that stand where no reference leads: practically all of them are ids of one table on their own source, and
 * either a word says so, or so many would not be by chance.
 */
final class MeantIds {

    private static final double LEAST_SHARE = 0.95;
    private static final int MOST_NUMBERS = 1_000;
    private static final int LEAST_NUMBERS = 10;
    private static final int LEAST_NUMBERS_WITHOUT_A_WORD = 20;

    /** How many standard deviations the share of ids lies above that of other numbers. */
    private static final double LEAST_DEVIATION = 4;

    /** Which part of the ids' range the numbers reach, where ids have no gaps that tell anything. */
    private static final double LEAST_REACH = 0.85;

    private static final Pattern LIST_WORD = Pattern.compile("(?i)(?<=.)_?lists?$|(?<=id)s$");
    private static final Set<String> SOMEBODY = Set.of("player", "char", "character", "hero", "avatar");
    private static final Set<String> BARE = Set.of("id", "guid", "uid", "oid");

    private final KnownIds ids;
    private final ParentTables parents;

    MeantIds(Game game, MergePlan draft) {
        ids = new KnownIds(game, draft);
        parents = new ParentTables(game, draft);
    }

    /** What a word says about numbers, the strongest first. */
    private enum Says {
        SAME,
        NAMED,
        SOMEBODY,
        ID,
        NOTHING
    }

    /** Whose ids the numbers behind a word are; null if they are nobody's, or do not move. */
    @Nullable
    ColumnName behind(TablePlan table, String word, Map<SourcePlan, Set<Long>> numbers) throws SQLException {
        return best(table, List.of(word), numbers, false);
    }

    /**
     * Whose ids the numbers of a column are that holds nothing else.
     *
     * @param words the column's name, and those that a comment calls it
     */
    @Nullable
    ColumnName of(TablePlan table, List<String> words, Map<SourcePlan, Set<Long>> numbers) throws SQLException {
        return best(table, words, numbers, true);
    }

    private @Nullable ColumnName best(
            TablePlan table, List<String> words, Map<SourcePlan, Set<Long>> numbers, boolean nothingElse)
            throws SQLException {
        ColumnName best = null;
        double bestScore = 0;
        ColumnName self = new ColumnName(table.name(), words.get(0));
        for (ColumnName parent : parents.forColumn(self)) {
            Says says = Says.NOTHING;
            for (String word : words) {
                Says one = says(table, word, parent);
                says = one.compareTo(says) < 0 ? one : says;
            }
            if ((nothingElse || says != Says.NOTHING) && allKnown(parent, numbers)) {
                double score = score(parent, says, words, numbers);
                if (score > bestScore) {
                    best = parent;
                    bestScore = score;
                }
            }
        }
        return best == null || !parents.moves(best) ? null : best;
    }

    private Says says(TablePlan table, String word, ColumnName parent) {
        String one = LIST_WORD.matcher(word).replaceAll("");
        IdName name = IdName.of(one);
        Likeness likeness = parents.likeness(new ColumnName(table.name(), one), parent);
        if (likeness == Likeness.SAME) {
            return Says.SAME;
        }
        if (likeness == Likeness.PART) {
            return Says.NAMED;
        }
        boolean role = name.isRole()
                || (!name.words().isEmpty()
                        && SOMEBODY.contains(name.words().get(name.words().size() - 1)));
        if (role && parents.plausible(parent)) {
            return Says.SOMEBODY;
        }
        boolean sign = !word.isEmpty() && !Character.isLetter(word.charAt(0)) && word.charAt(0) != '_';
        return likeness == Likeness.ID || sign ? Says.ID : Says.NOTHING;
    }

    private double score(ColumnName parent, Says says, List<String> words, Map<SourcePlan, Set<Long>> numbers)
            throws SQLException {
        double references = parents.references(parent) + 1;
        if (says == Says.SAME || says == Says.NAMED) {
            return (says == Says.SAME ? 2_000_000 : 1_000_000) + (parents.moves(parent) ? 500_000 : 0) + references;
        }
        if (says == Says.SOMEBODY) {
            return parents.moves(parent) ? 10_000 + references : 0;
        }
        if (!parents.plausible(parent)) {
            return 0;
        }
        long different = numbers.values().stream().mapToLong(Set::size).sum();
        boolean enough = different >= (says == Says.ID ? LEAST_NUMBERS : LEAST_NUMBERS_WITHOUT_A_WORD);
        double deviation = enough ? deviation(parent, numbers) : 0;
        if (deviation >= LEAST_DEVIATION) {
            return 100 + deviation;
        }
        boolean called = words.stream().anyMatch(word -> isCalled(word, parent));
        return called && different >= LEAST_NUMBERS_WITHOUT_A_WORD && reaches(parent, numbers) ? references / 1_000 : 0;
    }

    private static boolean isCalled(String word, ColumnName parent) {
        String one = LIST_WORD.matcher(word).replaceAll("").toLowerCase(Locale.ROOT);
        return BARE.contains(one) && one.equals(parent.column().toLowerCase(Locale.ROOT));
    }

    // ---------------------------------------------------------------------------------------------------- comparing

    private boolean allKnown(ColumnName parent, Map<SourcePlan, Set<Long>> numbers) throws SQLException {
        long known = 0;
        long all = 0;
        for (Map.Entry<SourcePlan, Set<Long>> each : numbers.entrySet()) {
            Collection<Long> real = real(each.getValue());
            Range range = ids.range(parent, each.getKey());
            Set<Long> within = real.stream().filter(range::has).collect(Collectors.toSet());
            all += real.size();
            if (within.size() >= LEAST_SHARE * real.size()) {
                known += ids.of(parent, each.getKey(), within).size();
            }
        }
        return all > 0 && known >= LEAST_SHARE * all;
    }

    /** Without what stands for none. */
    private static Set<Long> real(Set<Long> numbers) {
        return numbers.stream()
                .filter(number -> number != 0 && number != -1)
                .limit(MOST_NUMBERS)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * How surprising it is that these numbers are ids: compared with numbers between them, and with those of the other sources. Ids without
     * gaps, and of the same number everywhere, are no surprise.
     */
    private double deviation(ColumnName parent, Map<SourcePlan, Set<Long>> numbers) throws SQLException {
        Shares between = new Shares();
        Shares others = new Shares();
        for (Map.Entry<SourcePlan, Set<Long>> each : numbers.entrySet()) {
            Set<Long> own = real(each.getValue());
            long known = ids.of(parent, each.getKey(), own).size();
            between.own(known, own.size());
            others.own(known, own.size());
            Set<Long> middles = middles(own);
            between.other(ids.of(parent, each.getKey(), middles).size(), middles.size());
            Set<Long> foreign = new HashSet<>();
            for (Map.Entry<SourcePlan, Set<Long>> other : numbers.entrySet()) {
                if (!other.getKey().equals(each.getKey())) {
                    foreign.addAll(real(other.getValue()));
                }
            }
            foreign.removeAll(own);
            others.other(ids.of(parent, each.getKey(), foreign).size(), foreign.size());
        }
        return Math.max(between.deviation(), others.deviation());
    }

    /** A number between each two neighbours, so that they lie as densely as these do. */
    private static Set<Long> middles(Set<Long> sorted) {
        Set<Long> middles = new HashSet<>();
        Long last = null;
        for (Long number : sorted) {
            if (last != null && number - last > 1) {
                middles.add(last + (number - last) / 2);
            }
            last = number;
        }
        return middles;
    }

    /** Two shares, and how far they are apart. */
    private static final class Shares {
        private double ownKnown;
        private double own;
        private double otherKnown;
        private double other;

        void own(long known, long of) {
            ownKnown += known;
            own += of;
        }

        void other(long known, long of) {
            otherKnown += known;
            other += of;
        }

        double deviation() {
            if (own < LEAST_NUMBERS || other < LEAST_NUMBERS) {
                return 0;
            }
            double both = (ownKnown + otherKnown) / (own + other);
            double expected = Math.sqrt(both * (1 - both) * (1 / own + 1 / other));
            return expected == 0 ? 0 : (ownKnown / own - otherKnown / other) / expected;
        }
    }

    private boolean reaches(ColumnName parent, Map<SourcePlan, Set<Long>> numbers) throws SQLException {
        for (Map.Entry<SourcePlan, Set<Long>> each : numbers.entrySet()) {
            long greatest = real(each.getValue()).stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(0);
            Range range = ids.range(parent, each.getKey());
            if (greatest > 0 && greatest - range.least() + 1 < LEAST_REACH * range.span()) {
                return false;
            }
        }
        return true;
    }
}
