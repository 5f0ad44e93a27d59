package io.snowflakeid.merge.where;

import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.sql.Dialect;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The key of one row of a table, as texts; bytes as hexadecimal digits. */
record RowKey(Dialect dialect, TablePlan table, List<String> values) {

    /** Rejects what cannot be a key of the table. */
    RowKey {
        values = List.copyOf(values);
        if (table.key().isEmpty()) {
            throw new PlanException("table " + table.name() + " has no key by which one of its rows could be named");
        }
        if (table.key().size() != values.size()) {
            throw new PlanException("table " + table.name() + " has the key (" + String.join(", ", table.key())
                    + "): give " + table.key().size() + " values, not " + values.size());
        }
    }

    /** The key among the values of a row, or null where one of them is NULL. */
    static @Nullable RowKey among(Dialect dialect, TablePlan table, Map<String, @Nullable String> row) {
        List<String> values =
                table.key().stream().map(row::get).filter(Objects::nonNull).toList();
        return values.size() == table.key().size() ? new RowKey(dialect, table, values) : null;
    }

    /** {@code (id = 5)}. */
    @Override
    public String toString() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> table.key().get(i) + " = " + values.get(i))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** The condition that a row has it. */
    String condition(String alias) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> alias + "." + dialect.quote(table.key().get(i)) + " = " + literal(i))
                .collect(Collectors.joining(" AND "));
    }

    private String literal(int number) {
        Column column = table.column(table.key().get(number)).column();
        String value = values.get(number);
        try {
            return KeyWalk.literal(dialect, column, value);
        } catch (IllegalArgumentException e) {
            String what = column.kind() == Column.Kind.BINARY
                    ? "is not made of pairs of hexadecimal digits"
                    : column.kind() == Column.Kind.INTEGER ? "is no whole number" : "is no number";
            throw new PlanException(
                    "column " + table.name() + "." + column.name() + " is " + column.type() + ", but '" + value + "' "
                            + what,
                    e);
        }
    }
}
