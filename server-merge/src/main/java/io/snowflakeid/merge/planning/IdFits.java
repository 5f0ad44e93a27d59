package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.KnownIds.Range;
import io.snowflakeid.merge.schema.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares numbers with the ids of tables, the cheap way first: most columns are told from ids by their range alone. */
final class IdFits {

    private static final int PROBES = 100;
    private static final int MOST_NEARBY = 500;
    private static final double LEAST_SHARE = 0.9;
    private static final IdFit NOT_AT_ALL = new IdFit(0, 0, 0, 0, 0, 0, 0, Set.of(), null);

    private final KnownIds ids;

    IdFits(Game game, MergePlan draft) {
        ids = new KnownIds(game, draft);
    }

    /** How numbers of a column, by source, lie among a parent's ids; not at all if some source says clearly no. */
    IdFit of(Column column, Map<SourcePlan, CountedNumbers> numbers, ColumnName parent) throws SQLException {
        return of(column, numbers, parent, LEAST_SHARE);
    }

    /** The same; clearly no is what has less than a share of ids. */
    IdFit of(Column column, Map<SourcePlan, CountedNumbers> numbers, ColumnName parent, double leastShare)
            throws SQLException {
        Set<Long> none = new TreeSet<>();
        for (Map.Entry<SourcePlan, CountedNumbers> each : numbers.entrySet()) {
            Range range = ids.range(parent, each.getKey());
            if (column.maximum() != null && column.maximum() < range.greatest()) {
                return NOT_AT_ALL;
            }
            none.addAll(standForNone(column, each.getKey(), each.getValue(), parent));
        }
        return of(numbers, parent, none, leastShare);
    }

    /** The most that {@link IdFit#surprise} can become; told from ranges alone. */
    double mostSurprise(Map<SourcePlan, CountedNumbers> numbers, ColumnName parent) throws SQLException {
        double surprise = 0;
        for (Map.Entry<SourcePlan, CountedNumbers> each : numbers.entrySet()) {
            Range range = ids.range(parent, each.getKey());
            surprise += each.getValue().size() * Math.log(range.span() / Math.max(1, range.rows()));
        }
        return surprise;
    }

    /** 0, -1 and the greatest number of the type, where they are no ids. */
    private Set<Long> standForNone(Column column, SourcePlan source, CountedNumbers numbers, ColumnName parent)
            throws SQLException {
        Set<Long> seen = new TreeSet<>();
        for (@Nullable Long special : new @Nullable Long[] {0L, -1L, column.maximum()}) {
            if (special != null && numbers.contains(special)) {
                seen.add(special);
            }
        }
        if (!seen.isEmpty()) {
            seen.removeAll(ids.of(parent, source, seen));
        }
        return seen;
    }

    private IdFit of(Map<SourcePlan, CountedNumbers> numbers, ColumnName parent, Set<Long> none, double wanted)
            throws SQLException {
        long values = 0;
        long known = 0;
        double leastShare = 1;
        double reach = 1;
        double surprise = 0;
        double nearby = 0;
        double choice = 0;
        @Nullable Long orphan = null;
        for (Map.Entry<SourcePlan, CountedNumbers> each : numbers.entrySet()) {
            List<Long> real = each.getValue().without(none);
            if (real.isEmpty()) {
                continue;
            }
            Range range = ids.range(parent, each.getKey());
            Set<Long> hits = hits(parent, each.getKey(), range, real, wanted);
            if (clearlyNo(hits.size(), real.size(), wanted)) {
                return NOT_AT_ALL;
            }
            for (Long value : real) {
                orphan = orphan == null && !hits.contains(value) ? value : orphan;
            }
            values += real.size();
            known += hits.size();
            leastShare = Math.min(leastShare, (double) hits.size() / real.size());
            reach = Math.min(
                    reach, Math.max(0, Math.min(1, (real.get(real.size() - 1) - range.least() + 1) / range.span())));
            surprise += hits.size() * Math.log(range.span() / Math.max(1, range.rows()));
            nearby += nearby(parent, each.getKey(), range, hits);
            choice += hits.size() * Math.log((double) Math.max(1, range.rows()));
        }
        return values == 0
                ? NOT_AT_ALL
                : new IdFit(values, known, leastShare, reach, surprise, nearby, choice, none, orphan);
    }

    private double nearby(ColumnName parent, SourcePlan source, Range range, Set<Long> hits) throws SQLException {
        List<Long> sorted = hits.stream().sorted().limit(MOST_NEARBY).toList();
        if (sorted.size() < 2) {
            return 0;
        }
        long first = sorted.get(0);
        long last = sorted.get(sorted.size() - 1);
        long ids = this.ids.between(parent, source, range, first, last);
        return ids == 0 ? 0 : sorted.size() * Math.log(((double) last - first + 1) / ids);
    }

    /**
     * How many different numbers are ids, and how many are not.
     *
     * @param known ids
     * @param unknown others, without those that stand for none
     */
    record Count(long known, long unknown) {
        long all() {
            return known + unknown;
        }

        double share() {
            return all() == 0 ? 0 : (double) known / all();
        }
    }

    /** Counts them all, also where clearly most are no ids. */
    Count count(Map<SourcePlan, CountedNumbers> numbers, ColumnName parent, Set<Long> none) throws SQLException {
        long known = 0;
        long all = 0;
        for (Map.Entry<SourcePlan, CountedNumbers> each : numbers.entrySet()) {
            Range range = ids.range(parent, each.getKey());
            List<Long> real = each.getValue().without(none);
            all += real.size();
            known += ids.of(
                            parent,
                            each.getKey(),
                            real.stream().filter(range::has).toList())
                    .size();
        }
        return new Count(known, all - known);
    }

    /** One that is no id may be there among however few. */
    private static boolean clearlyNo(int hits, int of, double wanted) {
        return hits < wanted * of && of - hits > 1;
    }

    private Set<Long> hits(ColumnName parent, SourcePlan source, Range range, List<Long> real, double wanted)
            throws SQLException {
        List<Long> inRange = real.stream().filter(range::has).toList();
        if (clearlyNo(inRange.size(), real.size(), wanted)) {
            return Set.of();
        }
        if (inRange.size() > 2 * PROBES) {
            Collection<Long> probes = new ArrayList<>();
            for (int i = 0; i < PROBES; i++) {
                probes.add(inRange.get((int) ((long) i * inRange.size() / PROBES)));
            }
            if (ids.of(parent, source, probes).size() < wanted * PROBES) {
                return Set.of();
            }
        }
        return ids.of(parent, source, inRange);
    }
}
