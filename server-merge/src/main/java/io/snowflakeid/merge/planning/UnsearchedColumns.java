package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.rows.KeepFirst;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** Lists the copied columns that a merge does not look into, so that ids in them stay as they are. */
record UnsearchedColumns(Draft draft) {

    void look() throws SQLException {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : draft.plan.tables()) {
            List<ColumnPlan> columns = table.columns().stream()
                    .filter(column -> mayHoldIds(column.column()) && !isKnown(table, column))
                    .toList();
            if (!columns.isEmpty()) {
                lines.addAll(look(table, columns));
            }
        }
        if (!lines.isEmpty()) {
            draft.findings.warning(
                    FindingCode.NOT_SEARCHED,
                    "*",
                    "a merge does not look into these columns and copies them as they are: if ids stand in one, correct it by"
                            + " SQL of your own after verify, with the view snowflake_merge_ids, or give its table the class"
                            + " main-only or skip",
                    lines.size(),
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
        return !column.remaps().isEmpty()
                || !column.follows().isEmpty()
                || !draft.plan.referencesOf(table.name(), column.name()).isEmpty()
                || KeepFirst.keyOf(draft.plan, table)
                        .filter(key -> key.columns().contains(column.name()))
                        .isPresent();
    }

    /** How many values each has, and how many bytes, those of numbers as texts. */
    private List<String> look(TablePlan table, List<ColumnPlan> columns) throws SQLException {
        String counts = Sql.join(
                ", ",
                columns,
                column -> "COUNT(%1$s), SUM(OCTET_LENGTH(%1$s))".formatted(draft.dialect.quote(column.name())));
        long[] found = new long[2 * columns.size()];
        for (SourcePlan source : draft.plan.sourcesOf(table)) {
            long[] more = draft.numbers(source, "SELECT " + counts + draft.rows(table, source, List.of()));
            Arrays.setAll(found, i -> found[i] + more[i]);
        }
        return IntStream.range(0, columns.size())
                .filter(i -> found[2 * i] > 0)
                .mapToObj(i -> {
                    Column column = columns.get(i).column();
                    String path = table.name() + "." + column.name() + "\t" + column.type();
                    return String.format(
                            Locale.ROOT, "%s\t%,d values\t%,d bytes", path, found[2 * i], found[2 * i + 1]);
                })
                .toList();
    }
}
