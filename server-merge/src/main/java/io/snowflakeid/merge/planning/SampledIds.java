package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.CountedNumbers.Counter;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.SourceTable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The different numbers that stand in columns of a source, with how often: of the first and the last rows of a table, so that a large one
 * costs no more than a small one.
 */
final class SampledIds {

    static final int ROWS_AT_EACH_END = 5_000;

    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Game game;
    private final Dialect dialect;

    SampledIds(Game game) {
        this.game = game;
        dialect = game.sessions().dialect();
    }

    /**
     * For each column its numbers, sorted, and how many sampled rows have them; NULL and what is beyond a long are left out.
     *
     * @param apart conditions under which a column is not looked at, by its name
     */
    Map<String, CountedNumbers> of(
            TablePlan table, SourcePlan source, List<Column> columns, Map<String, List<String>> apart)
            throws SQLException {
        List<String> selected = columns.stream()
                .map(column -> value(table, source, column.name(), apart.getOrDefault(column.name(), List.of())))
                .toList();
        List<Counter> counters = columns.stream().map(column -> new Counter()).toList();
        select(table, source, selected, ROWS_AT_EACH_END, row -> {
            for (int i = 0; i < columns.size(); i++) {
                Long number = number(row, i + 1, columns.get(i));
                if (number != null) {
                    counters.get(i).add(number);
                }
            }
        });
        Map<String, CountedNumbers> found = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            found.put(columns.get(i).name(), counters.get(i).counted());
        }
        return found;
    }

    /** A column in SQL, or NULL where the source has none; NULL too where a condition is fulfilled. */
    String value(TablePlan table, SourcePlan source, String column, List<String> apart) {
        boolean present = game.table(source, table.name())
                .flatMap(there -> there.find(column))
                .isPresent();
        if (!present || apart.isEmpty()) {
            return present ? dialect.quote(column) : "NULL";
        }
        return "CASE WHEN "
                + apart.stream()
                        .map(condition -> "(" + condition.replace("{source}", dialect.quote(source.database())) + ")")
                        .collect(Collectors.joining(" OR "))
                + " THEN NULL ELSE " + dialect.quote(column) + " END";
    }

    private static @Nullable Long number(ResultSet row, int place, Column column) throws SQLException {
        if (column.maximum() == null || column.maximum() < Long.MAX_VALUE) {
            long number = row.getLong(place);
            return row.wasNull() ? null : number;
        }
        BigDecimal number = row.getBigDecimal(place);
        return number == null || number.compareTo(GREATEST) > 0 ? null : number.longValue();
    }

    /**
     * The numbers of a column, apart for each value of other ones, in one reading; without those that have too many values to tell kinds.
     *
     * @param apart conditions under which the column is not looked at
     */
    Map<String, SortedMap<String, CountedNumbers>> byKind(
            TablePlan table, SourcePlan source, Column column, List<String> apart, List<String> kinds, int mostKinds)
            throws SQLException {
        List<String> selected = new ArrayList<>();
        selected.add(value(table, source, column.name(), apart));
        kinds.forEach(kind -> selected.add(value(table, source, kind, List.of())));
        Map<String, SortedMap<String, Counter>> counters = new LinkedHashMap<>();
        kinds.forEach(kind -> counters.put(kind, new TreeMap<>()));
        Rows each = row -> {
            Long number = number(row, 1, column);
            for (int i = 0; number != null && i < kinds.size(); i++) {
                String which = row.getString(i + 2);
                var numbers = counters.get(kinds.get(i));
                if (which != null && numbers != null && numbers.size() <= mostKinds) {
                    numbers.computeIfAbsent(which, value -> new Counter()).add(number);
                }
            }
        };
        select(table, source, selected, ROWS_AT_EACH_END, each);
        if (!table.key().isEmpty() && kinds.contains(table.key().get(0)) && !isWhole(table, source, ROWS_AT_EACH_END)) {
            betweenTheEnds(table, source, selected, mostKinds, each);
        }
        counters.values().removeIf(numbers -> numbers.size() > mostKinds);
        Map<String, SortedMap<String, CountedNumbers>> found = new LinkedHashMap<>();
        counters.forEach((kind, numbers) -> {
            SortedMap<String, CountedNumbers> counted = new TreeMap<>();
            numbers.forEach((value, counter) -> counted.put(value, counter.counted()));
            found.put(kind, counted);
        });
        return found;
    }

    /** Where the key begins with the kind, the first and the last rows are all of one: some rows of each of the others. */
    private void betweenTheEnds(TablePlan table, SourcePlan source, List<String> selected, int mostKinds, Rows rows)
            throws SQLException {
        String kind = dialect.quote(table.key().get(0));
        String from = " FROM " + from(table, source);
        game.sessions().with(session -> {
            dialect.use(session, source.database());
            List<String> kinds = new ArrayList<>();
            read(
                    session,
                    "SELECT DISTINCT " + kind + from + " LIMIT " + (mostKinds + 1),
                    row -> kinds.add(row.getString(1)));
            if (kinds.size() <= mostKinds) {
                String query = "SELECT " + String.join(", ", selected) + from + " WHERE " + kind + " = ? LIMIT "
                        + 2 * ROWS_AT_EACH_END;
                try (PreparedStatement statement = session.prepareStatement(query)) {
                    for (String one : kinds) {
                        statement.setString(1, one);
                        read(statement.executeQuery(), rows);
                    }
                }
            }
            return true;
        });
    }

    private static boolean isWhole(TablePlan table, SourcePlan source, int atEachEnd) {
        var counted = table.rowsOf(source.number());
        return counted == null
                || counted.total() <= 2L * atEachEnd
                || table.key().isEmpty();
    }

    /** Is told of each row. */
    interface Rows {
        void row(ResultSet row) throws SQLException;
    }

    /** Reads the first and the last rows of a table in the order of its key. */
    void rows(TablePlan table, SourcePlan source, List<String> columns, int atEachEnd, Rows rows) throws SQLException {
        select(
                table,
                source,
                columns.stream()
                        .map(column -> value(table, source, column, List.of()))
                        .toList(),
                atEachEnd,
                rows);
    }

    /** The same for expressions. */
    void select(TablePlan table, SourcePlan source, List<String> selected, int atEachEnd, Rows rows)
            throws SQLException {
        List<String> queries = queries(table, source, selected, atEachEnd);
        if (queries.isEmpty()) {
            return;
        }
        game.sessions().with(session -> {
            // conditions may name functions of the source
            dialect.use(session, source.database());
            for (String query : queries) {
                read(session, query, rows);
            }
            return true;
        });
    }

    private List<String> queries(TablePlan table, SourcePlan source, List<String> selected, int atEachEnd) {
        if (table.rowsOf(source.number()) == null) {
            return List.of();
        }
        String select = "SELECT " + String.join(", ", selected) + " FROM " + from(table, source);
        return isWhole(table, source, atEachEnd)
                ? List.of(select + order(table, "") + " LIMIT " + 2 * atEachEnd)
                : List.of(
                        select + order(table, "") + " LIMIT " + atEachEnd,
                        select + order(table, " DESC") + " LIMIT " + atEachEnd);
    }

    /** The rows of a table, by its key. */
    String from(TablePlan table, SourcePlan source) {
        return SourceTable.byKey(dialect, table, source, "s");
    }

    private String order(TablePlan table, String direction) {
        return table.key().isEmpty()
                ? ""
                : table.key().stream()
                        .map(column -> dialect.quote(column) + direction)
                        .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    private static void read(Connection session, String query, Rows rows) throws SQLException {
        try (Statement statement = session.createStatement()) {
            read(statement.executeQuery(query), rows);
        }
    }

    private static void read(ResultSet result, Rows rows) throws SQLException {
        try (ResultSet row = result) {
            while (row.next()) {
                rows.row(row);
            }
        }
    }
}
