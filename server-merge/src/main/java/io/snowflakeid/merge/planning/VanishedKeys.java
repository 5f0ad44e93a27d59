package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.planning.LeavingReasons.Reason;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.StayingValues;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Says which houses and towns the target will not have, since their rows stay behind on every source that has any. Each source's keys
 * are read once, in their order.
 */
final class VanishedKeys extends PlanCheck {

    private final StayingValues staying;

    VanishedKeys(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
        staying = new StayingValues(draft, dialect);
    }

    void look() throws SQLException {
        CommonKey keys = new CommonKey(draft, staying);
        for (TablePlan table : draft.tables()) {
            List<String> key = keys.of(table);
            if (!key.isEmpty() && draft.sources().stream().anyMatch(source -> mayVanish(table, source))) {
                look(table, key);
            }
        }
    }

    private static boolean mayVanish(TablePlan table, SourcePlan source) {
        SourceRows rows = table.rowsOf(source.number());
        return rows != null && rows.copied() < rows.total();
    }

    private void look(TablePlan table, List<String> key) throws SQLException {
        KeyMerge merge = new KeyMerge(game.sessions());
        Map<Integer, LeavingReasons> reasons = new LinkedHashMap<>();
        for (SourcePlan source : draft.sources()) {
            if (table.copiedFrom(source.number())) {
                merge.add(source, query(table, key, source, reasons(reasons, table, source)));
            }
        }
        Map<Reason, Long> counts = new LinkedHashMap<>();
        Tally vanished = merge.tallyKeys(key.size(), group -> {
            List<Row> left = new ArrayList<>();
            List<Reason> why = new ArrayList<>();
            for (Row row : group) {
                int shown = row.others().size() - 1;
                int number = Integer.parseInt(String.valueOf(row.others().get(shown)));
                if (number == LeavingReasons.NONE) {
                    return List.of();
                }
                left.add(new Row(row.source(), row.key(), row.others().subList(0, shown)));
                why.add(reasons(reasons, table, row.source()).reason(number));
            }
            why.forEach(reason -> counts.merge(reason, 1L, Long::sum));
            return left;
        });
        if (vanished.clashes() > 0) {
            report(table, key, vanished, counts);
        }
    }

    private LeavingReasons reasons(Map<Integer, LeavingReasons> known, TablePlan table, SourcePlan source) {
        return known.computeIfAbsent(source.number(), number -> new LeavingReasons(draft, dialect, table, source));
    }

    /** The key as it sorts, as it is read, and why the row stays behind, if it does. */
    private String query(TablePlan table, List<String> key, SourcePlan source, LeavingReasons reasons) {
        List<ColumnPlan> columns = key.stream().map(table::column).toList();
        List<String> selected = new ArrayList<>();
        for (ColumnPlan column : columns) {
            String raw = "s." + dialect.quote(column.name());
            selected.add(column.column().kind() == Column.Kind.INTEGER ? raw : dialect.sortKey(raw, column.column()));
        }
        for (ColumnPlan column : columns) {
            selected.add(UniqueSearch.shown(dialect, column));
        }
        selected.add(reasons.number());
        // ids that move are their source's own
        String common = columns.stream()
                .filter(staying::some)
                .map(column -> staying.meaning(column, source, "s") + " = 0")
                .collect(Collectors.joining(" AND "));
        return "SELECT " + String.join(", ", selected) + " FROM " + SourceTable.rows(dialect, table, source, "s")
                + (common.isEmpty() ? "" : " WHERE " + common)
                + " ORDER BY "
                + IntStream.rangeClosed(1, key.size()).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    }

    private void report(TablePlan table, List<String> key, Tally vanished, Map<Reason, Long> counts) {
        List<String> ways = new ArrayList<>();
        if (counts.containsKey(Reason.WHERE)) {
            ways.add("let the where of " + table.name() + " take one row of each");
        }
        if (counts.keySet().stream().anyMatch(Reason::follows)) {
            ways.add("say when-left-out: clear, which takes rows along without what they refer to");
        }
        if (counts.keySet().stream().anyMatch(Reason::givesWay)) {
            ways.add("choose on-clash: rename instead of keep-first");
        }
        long rows = counts.values().stream().mapToLong(Long::longValue).sum();
        findings.warning(
                "VANISHED",
                table.name() + "(" + String.join(", ", key) + ")",
                vanished.clashes() + " keys have rows on sources, and none in the target; of their " + rows + " rows "
                        + LeavingReasons.told(counts)
                        + (ways.isEmpty() ? "" : ": if the game needs these keys, " + String.join(", or ", ways)),
                vanished.clashes(),
                vanished.samples());
    }
}
