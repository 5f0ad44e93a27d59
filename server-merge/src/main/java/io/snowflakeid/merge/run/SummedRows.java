package io.snowflakeid.merge.run;

import io.snowflakeid.merge.config.TableConfig.Summing;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Of rows with the same key one, added up, in SQL: what a table of class sum-by-key gets. */
final class SummedRows {

    private SummedRows() {}

    /**
     * A query that tells them.
     *
     * @param rows a query of all rows, under the names of the table's columns
     * @param order what else it tells, by which one of them is the first
     */
    static String of(Dialect dialect, TablePlan table, String rows, String... order) {
        List<String> values = new ArrayList<>();
        for (ColumnPlan column : table.columns()) {
            String name = dialect.quote(column.name());
            values.add((table.key().contains(column.name()) ? "a." + name : aggregated(table, column, "a." + name))
                    + " AS " + name);
        }
        String keys =
                table.key().stream().map(column -> "a." + dialect.quote(column)).collect(Collectors.joining(", "));
        // the first row, for columns that are taken from it
        String ordered = "(SELECT a.*, ROW_NUMBER() OVER (PARTITION BY " + keys + " ORDER BY "
                + String.join(", ", order) + ") AS merge_place FROM (" + rows + ") a) a";
        return "SELECT " + String.join(", ", values) + " FROM " + ordered + " GROUP BY " + keys;
    }

    private static String aggregated(TablePlan table, ColumnPlan column, String value) {
        return switch (table.sums().getOrDefault(column.name(), Summing.FIRST)) {
            case SUM -> "SUM(" + value + ")";
            case MAX -> "MAX(" + value + ")";
            case MIN -> "MIN(" + value + ")";
            case FIRST -> "MAX(CASE WHEN a.merge_place = 1 THEN " + value + " END)";
        };
    }
}
