package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.util.List;
import java.util.stream.Collectors;

/** Values of a unique key that stand for no name, as the target compares them: any number of rows may have them. */
public final class NoName {

    private NoName() {}

    /** The condition that the row {@code alias} has a name; none where every value is one. */
    public static List<String> excluded(Dialect dialect, UniquePlan unique, TablePlan table, String alias) {
        if (unique.none().isEmpty()) {
            return List.of();
        }
        ColumnPlan column = table.column(unique.columns().get(0));
        String value = alias + "." + dialect.quote(column.name());
        return List.of((column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value) + " NOT IN ("
                + values(dialect, unique, column.column()) + ")");
    }

    /** The values, as the column compares them, with commas between. */
    public static String values(Dialect dialect, UniquePlan unique, Column column) {
        return unique.none().stream()
                .map(value -> dialect.comparedAs(dialect.literal(value), column))
                .collect(Collectors.joining(", "));
    }
}
