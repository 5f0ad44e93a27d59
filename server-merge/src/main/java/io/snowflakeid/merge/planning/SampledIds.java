package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.SourceTable;
import java.math.BigDecimal;
import java.sql.Connection;
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

    /** For each column its numbers, sorted, and how many sampled rows have them; NULL and what is beyond a long are left out. */
    Map<String, SortedMap<Long, Integer>> of(TablePlan table, SourcePlan source, List<Column> columns)
            throws SQLException {
        Map<String, SortedMap<Long, Integer>> found = new LinkedHashMap<>();
        columns.forEach(column -> found.put(column.name(), new TreeMap<>()));
        rows(table, source, columns.stream().map(Column::name).toList(), row -> {
            for (int i = 0; i < columns.size(); i++) {
                Long number = number(row, i + 1, columns.get(i));
                if (number != null) {
                    values(found, columns.get(i)).merge(number, 1, Integer::sum);
                }
            }
        });
        return found;
    }

    private static SortedMap<Long, Integer> values(Map<String, SortedMap<Long, Integer>> found, Column column) {
        return found.computeIfAbsent(column.name(), name -> new TreeMap<>());
    }

    private static @Nullable Long number(ResultSet row, int place, Column column) throws SQLException {
        if (column.maximum() == null || column.maximum() < Long.MAX_VALUE) {
            long number = row.getLong(place);
            return row.wasNull() ? null : number;
        }
        BigDecimal number = row.getBigDecimal(place);
        return number == null || number.compareTo(GREATEST) > 0 ? null : number.longValue();
    }

    /** The numbers of a column, apart for each value of another one; empty if that one has too many values to tell kinds. */
    Map<String, SortedMap<Long, Integer>> byKind(
            TablePlan table, SourcePlan source, Column column, String kind, int mostKinds) throws SQLException {
        Map<String, SortedMap<Long, Integer>> found = new TreeMap<>();
        rows(table, source, List.of(column.name(), kind), row -> {
            Long number = number(row, 1, column);
            String which = row.getString(2);
            if (number != null && which != null && found.size() <= mostKinds) {
                found.computeIfAbsent(which, value -> new TreeMap<>()).merge(number, 1, Integer::sum);
            }
        });
        return found.size() > mostKinds ? Map.of() : found;
    }

    /** Is told of each row. */
    interface Rows {
        void row(ResultSet row) throws SQLException;
    }

    /** Reads the first and the last rows of a table in the order of its key. */
    void rows(TablePlan table, SourcePlan source, List<String> columns, Rows rows) throws SQLException {
        rows(table, source, columns, ROWS_AT_EACH_END, rows);
    }

    void rows(TablePlan table, SourcePlan source, List<String> columns, int atEachEnd, Rows rows) throws SQLException {
        List<String> present = columns.stream()
                .map(column -> game.table(source, table.name())
                                .flatMap(there -> there.find(column))
                                .isPresent()
                        ? dialect.quote(column)
                        : "NULL")
                .toList();
        var counted = table.rowsOf(source.number());
        if (counted == null) {
            return;
        }
        boolean whole = counted.total() <= 2L * atEachEnd || table.key().isEmpty();
        String select =
                "SELECT " + String.join(", ", present) + " FROM " + SourceTable.byKey(dialect, table, source, "s");
        List<String> queries = new ArrayList<>();
        queries.add(select + order(table, "") + " LIMIT " + (whole ? 2 * atEachEnd : atEachEnd));
        if (!whole) {
            queries.add(select + order(table, " DESC") + " LIMIT " + atEachEnd);
        }
        game.sessions().with(session -> {
            for (String query : queries) {
                read(session, query, rows);
            }
            return true;
        });
    }

    private String order(TablePlan table, String direction) {
        return table.key().isEmpty()
                ? ""
                : table.key().stream()
                        .map(column -> dialect.quote(column) + direction)
                        .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    private static void read(Connection session, String query, Rows rows) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                rows.row(row);
            }
        }
    }
}
