package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.IdOverlap.OnSource;
import io.snowflakeid.merge.planning.KnownIds.Range;
import io.snowflakeid.merge.schema.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for ids of one column among those of another one: ranges first, then some ids by index, so that large tables cost no more than small ones.
 *
 * <p>Counted ids of two tables overlap by nature, and even share gaps: ids that begin at a million, or of which each server has every
 * third one. So chance is measured right there: ids that are another table's hit its ids, and the numbers a little beside them do
 * so less often. Where those hit as well, values tell nothing.
 */
final class IdOverlaps {

    private static final int MOST_IDS = 2_000;
    private static final int PROBES = 200;

    /** Farther than servers of one cluster count their ids apart. */
    private static final int FARTHEST = 12;

    private final Game game;
    private final MergePlan draft;
    private final SampledIds samples;
    private final KnownIds known;
    private final Map<ColumnName, Map<SourcePlan, List<Long>>> ids = new HashMap<>();

    IdOverlaps(Game game, MergePlan draft) {
        this.game = game;
        this.draft = draft;
        samples = new SampledIds(game);
        known = new KnownIds(game, draft);
    }

    /** Of each source that has any, some ids of a column in their order, from its whole range. */
    Map<SourcePlan, List<Long>> ids(ColumnName column) throws SQLException {
        Map<SourcePlan, List<Long>> found = ids.get(column);
        if (found == null) {
            found = readIds(column);
            ids.put(column, found);
        }
        return found;
    }

    private Map<SourcePlan, List<Long>> readIds(ColumnName column) throws SQLException {
        TablePlan table = draft.table(column.table());
        List<Column> columns =
                table.find(column.column()).map(ColumnPlan::column).stream().toList();
        Map<SourcePlan, List<Long>> found = new LinkedHashMap<>();
        for (SourcePlan source : draft.sources()) {
            if (table.copiedFromByClass(source.number())
                    && game.table(source, table.name()).isPresent()) {
                List<Long> some = samples.of(table, source, columns, Map.of()).values().stream()
                        .flatMap(each -> each.all().stream())
                        .filter(number -> number > 0)
                        .toList();
                if (!some.isEmpty()) {
                    found.put(source, spread(some, MOST_IDS));
                }
            }
        }
        return found;
    }

    private static List<Long> spread(List<Long> sorted, int most) {
        if (sorted.size() <= most) {
            return sorted;
        }
        List<Long> some = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            some.add(sorted.get((int) ((long) i * sorted.size() / most)));
        }
        return some;
    }

    /** How many numbers in the range of a column's ids are none, at least; on the sources on which another one has ids. */
    double gaps(ColumnName child, ColumnName parent) throws SQLException {
        double gaps = 0;
        for (SourcePlan source : ids(child).keySet()) {
            Range range = known.range(parent, source);
            gaps += Math.max(0, range.span() - range.rows());
        }
        return gaps;
    }

    /** How ids of one column lie among those of another; null if some source says clearly no, or none has any. */
    @Nullable
    IdOverlap of(ColumnName child, ColumnName parent) throws SQLException {
        Map<SourcePlan, List<Long>> numbers = ids(child);
        for (Map.Entry<SourcePlan, List<Long>> each : numbers.entrySet()) {
            Range range = known.range(parent, each.getKey());
            long inRange = each.getValue().stream().filter(range::has).count();
            if (OnSource.clearlyNo(inRange, each.getValue().size())) {
                return null;
            }
        }
        List<OnSource> found = new ArrayList<>();
        for (Map.Entry<SourcePlan, List<Long>> each : numbers.entrySet()) {
            OnSource overlap = on(each.getKey(), each.getValue(), parent);
            if (overlap == null) {
                return null;
            }
            found.add(overlap);
        }
        return found.isEmpty() ? null : new IdOverlap(found);
    }

    private @Nullable OnSource on(SourcePlan source, List<Long> numbers, ColumnName parent) throws SQLException {
        List<Long> probes = spread(numbers, PROBES);
        if (OnSource.clearlyNo(known.of(parent, source, probes).size(), probes.size())) {
            return null;
        }
        int hits = known.of(parent, source, numbers).size();
        return OnSource.clearlyNo(hits, numbers.size())
                ? null
                : new OnSource(source.alias(), numbers.size(), hits, beside(parent, source, probes));
    }

    /** The greatest share of hits when all numbers are moved by the same small distance. */
    private double beside(ColumnName parent, SourcePlan source, List<Long> probes) throws SQLException {
        Range range = known.range(parent, source);
        Set<Long> near = new TreeSet<>();
        for (long probe : probes) {
            for (int distance = -FARTHEST; distance <= FARTHEST; distance++) {
                if (range.has(probe + distance)) {
                    near.add(probe + distance);
                }
            }
        }
        Set<Long> hits = known.of(parent, source, near);
        double most = 0;
        for (int distance = -FARTHEST; distance <= FARTHEST; distance++) {
            if (distance != 0) {
                most = Math.max(most, shareOfHits(probes, distance, range, hits));
            }
        }
        return most;
    }

    /** Never none, since that of so few says little; numbers that leave the range say nothing. */
    private static double shareOfHits(List<Long> probes, int distance, Range range, Set<Long> hits) {
        List<Long> moved = probes.stream()
                .map(probe -> probe + distance)
                .filter(range::has)
                .toList();
        return (moved.stream().filter(hits::contains).count() + 1.0) / (moved.size() + 1);
    }
}
