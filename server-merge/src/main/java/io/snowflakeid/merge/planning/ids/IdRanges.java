package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge;
import io.snowflakeid.merge.planning.draft.KeyMerge.Tally;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.StayingValues;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads which ids the sources have. */
final class IdRanges {

    private final Game game;
    private final MergePlan draft;
    private final Dialect dialect;

    IdRanges(Game game, MergePlan draft) {
        this.game = game;
        this.draft = draft;
        dialect = game.sessions().dialect();
    }

    /** The least and the greatest id of a source in all columns of a domain: also one that refers to nothing takes room. */
    SourceIds read(IdDomain domain, Map<String, Map<String, Remap>> columns, SourcePlan source) throws SQLException {
        long ids = 0;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (Map.Entry<String, Map<String, Remap>> entry : columns.entrySet()) {
            TablePlan table = draft.table(entry.getKey());
            boolean root =
                    domain.roots().stream().anyMatch(column -> column.table().equals(table.name()));
            if (game.table(source, table.name()).isPresent() && (root || table.copiedFromByClass(source.number()))) {
                long[] range = range(table, entry.getValue(), source);
                if (range[2] != 0) {
                    least = Math.min(least, range[0]);
                    greatest = Math.max(greatest, range[1]);
                }
                ids += root ? range[3] : 0;
            }
        }
        return least > greatest
                ? new SourceIds(source.number(), 0, 1, 0, 0, 0, false)
                : new SourceIds(source.number(), ids, least, greatest, 0, 0, false);
    }

    /** Least, greatest, whether there is any, and how many rows. */
    private long[] range(TablePlan table, Map<String, Remap> columns, SourcePlan source) throws SQLException {
        String select = columns.entrySet().stream()
                .map(column -> value(column.getKey(), column.getValue(), source))
                .map(value -> "MIN(" + value + "), MAX(" + value + ")")
                .collect(Collectors.joining(", "));
        List<@Nullable String> row = game.rows(
                        source, "SELECT COUNT(*), " + select + " FROM " + SourceTable.rows(dialect, table, source, "s"))
                .get(0);
        long[] range = {Long.MAX_VALUE, Long.MIN_VALUE, 0, Long.parseLong(String.valueOf(row.get(0)))};
        for (String id : row.subList(1, row.size())) {
            if (id != null) {
                range[0] = Math.min(range[0], whole(new BigDecimal(id)));
                range[1] = Math.max(range[1], whole(new BigDecimal(id)));
                range[2] = 1;
            }
        }
        return range;
    }

    /** What lies beyond is counted and refused by {@link IdCheck}. */
    private static long whole(BigDecimal id) {
        return id.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    private String value(String column, Remap remap, SourcePlan source) {
        String raw = "s." + dialect.quote(column);
        return remap.when() == null && remap.none().isEmpty()
                ? raw
                : "CASE WHEN " + new StayingValues(draft, dialect).applies(remap, source, raw) + " THEN " + raw
                        + " END";
    }

    /** Which ids are on more than one source, compared one by one. */
    Tally clashes(IdDomain domain) throws SQLException {
        return side(domain, draft.sources()).tally(1);
    }

    /** How many ids of a source an earlier one has too. */
    long clashesWithEarlier(IdDomain domain, int source) throws SQLException {
        long[] count = {0};
        side(domain, draft.sources().subList(0, source)).groups(1, group -> {
            boolean here = group.stream().anyMatch(row -> row.source().number() == source);
            boolean earlier = group.stream().anyMatch(row -> row.source().number() < source);
            count[0] += here && earlier ? 1 : 0;
        });
        return count[0];
    }

    /** Each id once for each source, which takes one session. */
    private KeyMerge side(IdDomain domain, List<SourcePlan> sources) {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : sources) {
            String ids = domain.roots().stream()
                    .filter(root -> game.table(source, root.table()).isPresent())
                    .map(root -> "SELECT " + id(root) + " AS id FROM " + rows(root, source) + " WHERE " + id(root)
                            + " IS NOT NULL")
                    .collect(Collectors.joining(" UNION "));
            if (!ids.isEmpty()) {
                boolean one = domain.roots().size() == 1;
                merge.add(source, one ? ids + " ORDER BY 1" : "SELECT id FROM (" + ids + ") u ORDER BY 1");
            }
        }
        return merge;
    }

    private String rows(ColumnName root, SourcePlan source) {
        return SourceTable.rows(dialect, draft.table(root.table()), source, "s");
    }

    private String id(ColumnName root) {
        return "s." + dialect.quote(root.column());
    }

    /** The greatest number that a source's counters have given out, also to rows that are gone; 0 without one. */
    long counted(IdDomain domain, int source) {
        return domain.roots().stream()
                .map(root -> game.table(draft.sources().get(source - 1), root.table())
                        .map(Table::nextAutoIncrement)
                        .orElse(null))
                .filter(Objects::nonNull)
                .mapToLong(next -> next - 1)
                .max()
                .orElse(0);
    }
}
