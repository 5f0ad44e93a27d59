package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The key of one row, as texts; bytes as hexadecimal digits.
 *
 * @param table whose
 * @param values one for each column of the table's key
 */
record RowKey(TablePlan table, List<String> values) {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,20}");
    private static final Pattern HEX = Pattern.compile("([0-9A-Fa-f]{2})*");

    /** Refuses what cannot be a key of the table. */
    RowKey {
        values = List.copyOf(values);
        if (table.key().isEmpty()) {
            throw new PlanException("table " + table.name() + " has no key by which one of its rows could be named");
        }
        if (table.key().size() != values.size()) {
            throw new PlanException("table " + table.name() + " has the key (" + String.join(", ", table.key())
                    + "): give " + table.key().size() + " values, not " + values.size());
        }
        for (int i = 0; i < values.size(); i++) {
            Column column = table.column(table.key().get(i)).column();
            String value = values.get(i);
            String fault =
                    switch (column.kind()) {
                        case INTEGER -> WHOLE_NUMBER.matcher(value).matches() ? "" : "is no whole number";
                        case BINARY -> HEX.matcher(value).matches() ? "" : "is not made of pairs of hexadecimal digits";
                        default -> "";
                    };
            if (!fault.isEmpty()) {
                throw new PlanException("column " + table.name() + "." + column.name() + " is " + column.type()
                        + ", but '" + value + "' " + fault);
            }
        }
    }

    /** {@code (id = 5)}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            parts.add(table.key().get(i) + " = " + values.get(i));
        }
        return "(" + String.join(", ", parts) + ")";
    }

    /** The condition that a row has it, with {@link #parameters}. */
    String condition(Dialect dialect, String alias) {
        return table.key().stream()
                .map(column -> alias + "." + dialect.quote(column) + " = ?")
                .collect(Collectors.joining(" AND "));
    }

    /** A number goes as one: a text is compared with it by way of a floating-point number. */
    Object[] parameters() {
        Object[] parameters = new Object[values.size()];
        for (int i = 0; i < parameters.length; i++) {
            String value = values.get(i);
            parameters[i] = switch (table.column(table.key().get(i)).column().kind()) {
                case INTEGER -> new BigDecimal(value);
                case BINARY -> HexFormat.of().parseHex(value);
                default -> value;
            };
        }
        return parameters;
    }

    /** The key among the values of a row, or null where one of them is NULL. */
    static @Nullable RowKey among(TablePlan table, Map<String, @Nullable String> row) {
        List<String> values = new ArrayList<>();
        for (String column : table.key()) {
            String value = row.get(column);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return new RowKey(table, values);
    }
}
