package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.rows.SourceTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists the copied columns that a merge does not look into, so that ids in them stay as they are. */
final class UnsearchedColumns extends PlanCheck {

    public UnsearchedColumns(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : draft.tables()) {
            List<ColumnPlan> columns = table.columns().stream()
                    .filter(column -> mayHoldIds(column.column()) && !isKnown(table, column))
                    .toList();
            if (!columns.isEmpty()) {
                lines.addAll(look(table, columns));
            }
        }
        if (!lines.isEmpty()) {
            findings.warning(
                    FindingCode.NOT_SEARCHED,
                    "*",
                    "a merge does not look into these columns and copies them as they are: if ids stand in one, correct it by"
                            + " SQL of your own after verify, with the view snowflake_merge_ids, or give its table the class"
                            + " main-only or skip",
                    (long) lines.size(),
                    lines);
        }
    }

    private static boolean mayHoldIds(Column column) {
        String type = column.type().toLowerCase(Locale.ROOT);
        return type.startsWith("bigint")
                || (Set.of(Kind.TEXT, Kind.JSON, Kind.BINARY).contains(column.kind())
                        && !type.matches("(enum|set)\\b.*"));
    }

    /** Whether merge.yaml or the schema says what the values are. */
    private boolean isKnown(TablePlan table, ColumnPlan column) {
        return column.column().autoIncrement()
                || !column.remaps().isEmpty()
                || !column.follows().isEmpty()
                || draft.referencesOf(table.name()).stream()
                        .anyMatch(reference -> reference.columns().contains(column.name()))
                || draft.uniques().stream()
                        .anyMatch(rule -> rule.onClash() != OnClash.FAIL
                                && rule.table().equals(table.name())
                                && rule.columns().contains(column.name()));
    }

    /** How many values each has, and how many bytes, those of numbers as texts. */
    private List<String> look(TablePlan table, List<ColumnPlan> columns) throws SQLException {
        String counts = columns.stream()
                .map(column -> dialect.quote(column.name()))
                .map(value -> "COUNT(" + value + "), SUM(OCTET_LENGTH(" + value + "))")
                .collect(Collectors.joining(", "));
        long[] found = new long[2 * columns.size()];
        for (SourcePlan source : draft.sources()) {
            if (table.copiedFrom(source.number())) {
                String from = SourceTable.rows(dialect, table, source, "s");
                long[] more = game.numbers(source, "SELECT " + counts + " FROM " + from);
                Arrays.setAll(found, i -> found[i] + more[i]);
            }
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (found[2 * i] > 0) {
                ColumnPlan column = columns.get(i);
                String path = table.name() + "." + column.name() + "\t"
                        + column.column().type();
                lines.add(
                        String.format(Locale.ROOT, "%s\t%,d values\t%,d bytes", path, found[2 * i], found[2 * i + 1]));
            }
        }
        return lines;
    }
}
