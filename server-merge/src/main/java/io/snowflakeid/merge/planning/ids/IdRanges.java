package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.draft.DraftReader;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge;
import io.snowflakeid.merge.planning.draft.KeyMerge.Tally;
import io.snowflakeid.merge.planning.ids.Domains.IdColumn;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.StayingValues;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads which ids of a domain the sources have. */
final class IdRanges extends DraftReader {

    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final IdDomain domain;

    IdRanges(Game game, MergePlan draft, Findings findings, IdDomain domain) {
        super(game, draft, findings);
        this.domain = domain;
    }

    /** The least and the greatest id of a source in all columns of the domain: also one that refers to nothing takes room. */
    SourceIds read(List<IdColumn> columns, SourcePlan source) throws SQLException {
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
        for (int i = 1; i < row.size(); i++) {
            String text = row.get(i);
            if (text != null) {
                BigDecimal id = new BigDecimal(text);
                range.accept(id.min(GREATEST).longValueExact());
                if (id.compareTo(GREATEST) > 0 && table.copiedFrom(source.number())) {
                    refuse(columns.get((i - 1) / 2).name(), source, id);
                }
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

    /** Ids of MySQL and MariaDB may be greater than any number of 64 bits with a sign, and cannot be moved then. */
    private void refuse(ColumnName column, SourcePlan source, BigDecimal id) {
        findings.error(
                FindingCode.ID_BEYOND_RANGE,
                source.alias() + "." + column,
                "id " + id + " is above " + GREATEST
                        + ", the greatest that can be merged: give such rows smaller ids on the source; if such values are no ids,"
                        + " as where a type is in the high bits, give the reference a condition such as when: \""
                        + column.column() + " < 4294967296\"");
    }

    /** Which ids are on more than one source, compared one by one: each once for each source, which takes one session. */
    Tally clashes() throws SQLException {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            String ids = domain.roots().stream()
                    .filter(root -> game.table(source, root.table()).isPresent())
                    .map(root -> "SELECT s.%1$s AS id FROM %2$s WHERE s.%1$s IS NOT NULL"
                            .formatted(
                                    dialect.quote(root.column()),
                                    SourceTable.rows(dialect, draft.table(root.table()), source, "s")))
                    .collect(Collectors.joining(" UNION "));
            if (!ids.isEmpty()) {
                merge.add(source, ids + " ORDER BY 1");
            }
        }
        return merge.tally(1);
    }

    /** The greatest number that a source's counters have given out, also to rows that are gone; 0 without one. */
    long counted(int source) {
        return domain.roots().stream()
                .flatMap(root -> game.table(draft.sources().get(source - 1), root.table()).stream())
                .map(Table::nextAutoIncrement)
                .filter(Objects::nonNull)
                .mapToLong(next -> next - 1)
                .max()
                .orElse(0);
    }
}
