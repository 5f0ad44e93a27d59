package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.schema.Column.Kind;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What rows are called in a message: by the values of their key, or by all of them where a table has none. */
final class RowNames {

    /** How many are told of each kind. */
    static final int MOST = 5;

    private static final int LONGEST_VALUE = 60;

    private final Dialect dialect;
    private final List<ColumnPlan> columns;

    RowNames(Dialect dialect, TablePlan table) {
        this.dialect = dialect;
        columns = table.key().isEmpty()
                ? table.columns()
                : table.key().stream().map(table::column).toList();
    }

    int size() {
        return columns.size();
    }

    /** What to select for {@link #read}. */
    String select(String alias) {
        return columns.stream()
                .map(column -> {
                    String value = alias + "." + dialect.quote(column.name());
                    return column.column().kind() == Kind.TEMPORAL ? dialect.text(value) : value;
                })
                .collect(Collectors.joining(", "));
    }

    /** {@code realm = 1, name = Bob}, of the current row of a result. */
    String read(ResultSet row, int from) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ColumnPlan column = columns.get(i);
            values.add(column.name() + " = " + shortened(shown(row, from + i, column)));
        }
        return String.join(", ", values);
    }

    private static String shown(ResultSet row, int number, ColumnPlan column) throws SQLException {
        if (column.column().kind() == Kind.BINARY || column.column().kind() == Kind.SPATIAL) {
            byte @Nullable [] bytes = row.getBytes(number);
            return bytes == null ? "NULL" : "0x" + HexFormat.of().formatHex(bytes);
        }
        String value = row.getString(number);
        return value == null ? "NULL" : value;
    }

    private static String shortened(String value) {
        return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "…";
    }

    /** Says of how many only some are named. */
    static String list(List<String> names, long all) {
        return (names.size() < all ? "among them " : "") + String.join("; ", names);
    }
}
