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
import io.snowflakeid.merge.planning.ids.Domains.IdColumn;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.StayingValues;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
    SourceIds read(IdDomain domain, List<IdColumn> columns, SourcePlan source) throws SQLException {
        Map<String, List<IdColumn>> byTable = columns.stream()
                .collect(Collectors.groupingBy(column -> column.name().table(), TreeMap::new, Collectors.toList()));
        LongSummaryStatistics range = new LongSummaryStatistics();
        long ids = 0;
        for (Map.Entry<String, List<IdColumn>> entry : byTable.entrySet()) {
            TablePlan table = draft.table(entry.getKey());
            boolean root =
                    domain.roots().stream().anyMatch(column -> column.table().equals(table.name()));
            if (game.table(source, table.name()).isPresent() && (root || table.copiedFromByClass(source.number()))) {
                long rows = read(table, entry.getValue(), source, range);
                ids += root ? rows : 0;
            }
        }
        return range.getCount() == 0
                ? new SourceIds(source.number(), 0, 1, 0, 0, 0, false)
                : new SourceIds(source.number(), ids, range.getMin(), range.getMax(), 0, 0, false);
    }

    /** Adds the ids of a table to the range, and returns how many rows it has. */
    private long read(TablePlan table, List<IdColumn> columns, SourcePlan source, LongSummaryStatistics range)
            throws SQLException {
        String select = columns.stream()
                .map(column -> value(column.name().column(), column.remap(), source))
                .map(value -> ", MIN(" + value + "), MAX(" + value + ")")
                .collect(Collectors.joining());
        List<@Nullable String> row = game.rows(
                        source, "SELECT COUNT(*)" + select + " FROM " + SourceTable.rows(dialect, table, source, "s"))
                .get(0);
        for (String id : row.subList(1, row.size())) {
            if (id != null) {
                // what lies beyond is counted and refused by MovedIdsCheck
                range.accept(new BigDecimal(id)
                        .min(BigDecimal.valueOf(Long.MAX_VALUE))
                        .longValueExact());
            }
        }
        return Long.parseLong(String.valueOf(row.get(0)));
    }

    private String value(String column, Remap remap, SourcePlan source) {
        String raw = "s." + dialect.quote(column);
        return remap.when() == null && remap.none().isEmpty()
                ? raw
                : "CASE WHEN " + new StayingValues(draft, dialect).applies(remap, source, raw) + " THEN " + raw
                        + " END";
    }

    /** Which ids are on more than one source, compared one by one: each once for each source, which takes one session. */
    Tally clashes(IdDomain domain) throws SQLException {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            String ids = domain.roots().stream()
                    .filter(root -> game.table(source, root.table()).isPresent())
                    .map(root -> select(root, source))
                    .collect(Collectors.joining(" UNION "));
            if (!ids.isEmpty()) {
                merge.add(source, ids + " ORDER BY 1");
            }
        }
        return merge.tally(1);
    }

    private String select(ColumnName root, SourcePlan source) {
        String id = "s." + dialect.quote(root.column());
        return "SELECT " + id + " AS id FROM " + SourceTable.rows(dialect, draft.table(root.table()), source, "s")
                + " WHERE " + id + " IS NOT NULL";
    }

    /** The greatest number that a source's counters have given out, also to rows that are gone; 0 without one. */
    long counted(IdDomain domain, int source) {
        return domain.roots().stream()
                .flatMap(root -> game.table(draft.sources().get(source - 1), root.table()).stream())
                .map(Table::nextAutoIncrement)
                .filter(Objects::nonNull)
                .mapToLong(next -> next - 1)
                .max()
                .orElse(0);
    }
}
