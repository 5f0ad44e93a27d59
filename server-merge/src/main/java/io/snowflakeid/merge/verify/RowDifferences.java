package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.copy.ParallelTasks;
import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.rows.KeysetScan;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowParts.RowSum;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the rows of one table that differ between the sources and the target.
 *
 * <p>The search assigns rows to bins by the hash of their key, or of all columns if the table has no key. The search compares hash sums of bins
 * (groups of rows), and reads only the rows of bins with different sums.
 */
final class RowDifferences {

    static final String MISSING = " row(s) missing in the target";
    static final String CHANGED = " row(s) with other values in the target";
    static final String EXTRA = " row(s) of the target that no source explains";

    private static final long ROWS_OF_BIN = 500;
    private static final long MOST_BINS = 65_521;
    private static final int LONGEST_VALUE = 60;

    /** The approximate limit of rows to read, which applies separately to extra, missing and changed rows. */
    private static final long ROWS_READ = 3_000;

    private final Sessions sessions;
    private final int threads;
    private final TablePlan table;
    private final RowParts queries;
    private final List<ColumnPlan> key;
    private final List<Span> sides;
    private final String bin;
    private final long binsRead;

    /** Creates a search. The argument {@code rows} is the greater of the expected row count and the actual row count. */
    RowDifferences(MergePlan plan, Sessions sessions, int threads, TablePlan table, long rows) {
        this.sessions = sessions;
        this.threads = threads;
        this.table = table;
        queries = new RowParts(plan, sessions.dialect());
        key = table.key().isEmpty()
                ? table.columns()
                : table.key().stream().map(table::column).toList();
        sides = Stream.concat(plan.sourcesOf(table).stream().map(SourcePlan::number), Stream.of(0))
                .map(source -> new Span(0, table.name(), source, null, null))
                .toList();
        long bins = Math.max(1, Math.min(MOST_BINS, rows / ROWS_OF_BIN));
        bin = "MOD(" + queries.hash(key) + ", " + bins + ")";
        binsRead = Math.max(1, ROWS_READ * bins / Math.max(1, rows));
    }

    /**
     * A row that differs between the sources and the target.
     *
     * @param source the number (from 1) of the first source that contains the row, or 0 if no source contains the row
     * @param name the key of the row, and for a changed row the names of the changed columns
     */
    record Difference(String kind, int source, String name, int rows) {}

    record Found(List<Difference> rows, boolean all) {

        static final Found NOTHING = new Found(List.of(), true);

        boolean none() {
            return all && rows.isEmpty();
        }

        List<Difference> of(String kind, int source) {
            return rows.stream()
                    .filter(row -> row.kind().equals(kind) && row.source() == source)
                    .toList();
        }
    }

    Found find() throws SQLException, InterruptedException {
        Map<Long, RowSum> more = new HashMap<>();
        ParallelTasks.map(threads, sides, side -> sessions.with(session -> bins(session, side)))
                .forEach(bins -> bins.forEach((number, sum) -> more.merge(number, sum, RowSum::plus)));
        more.values().removeIf(RowSum.NONE::equals);
        List<String> chosen = Stream.of(-1, 0, 1)
                .flatMap(sign -> more.entrySet().stream()
                        .filter(each -> Long.signum(each.getValue().rows()) == sign)
                        .limit(binsRead))
                .map(each -> String.valueOf(each.getKey()))
                .toList();
        if (chosen.isEmpty()) {
            return Found.NOTHING;
        }
        return new Found(differences(String.join(", ", chosen)), chosen.size() == more.size());
    }

    private List<Difference> differences(String bins) throws SQLException, InterruptedException {
        List<Map<String, Row>> read =
                ParallelTasks.map(threads, sides, side -> sessions.with(session -> rows(session, side, bins)));
        Map<String, Row> there = read.get(read.size() - 1);
        Map<String, Row> expected = new LinkedHashMap<>();
        read.subList(0, read.size() - 1)
                .forEach(rows -> rows.forEach((hash, row) -> expected.merge(hash, row, Row::plus)));
        return differences(expected, there);
    }

    private Map<Long, RowSum> bins(Connection session, Span side) throws SQLException {
        Map<Long, RowSum> bins = new HashMap<>();
        String sql = "SELECT b.bin, COUNT(*), SUM(b.hash) FROM (SELECT " + bin + " AS bin, "
                + queries.hash(table.columns()) + " AS hash FROM " + queries.from(side) + ") b GROUP BY b.bin";
        queries.read(session, side, sql, row -> {
            RowSum sum = RowSum.of(row, 2);
            bins.put(row.getLong(1), side.source() == 0 ? sum : sum.negated());
            return sum;
        });
        return bins;
    }

    private record Row(int source, String name, List<String> hashes, int count) {

        static final Row NONE = new Row(0, "", List.of(), 0);

        Row plus(Row other) {
            return new Row(source, name, hashes, count + other.count);
        }
    }

    private Map<String, Row> rows(Connection session, Span side, String bins) throws SQLException {
        Map<String, Row> rows = new LinkedHashMap<>();
        List<String> values = new ArrayList<>(List.of(queries.hash(key)));
        table.columns().forEach(column -> values.add(queries.hash(List.of(column))));
        key.forEach(column -> values.add(shown(column)));
        String sql = "SELECT " + String.join(", ", values) + " FROM " + queries.from(side) + " WHERE " + bin + " IN ("
                + bins + ")";
        queries.read(session, side, sql, row -> {
            List<String> hashes = new ArrayList<>();
            for (int i = 0; i < table.columns().size(); i++) {
                hashes.add(String.valueOf(row.getString(i + 2)));
            }
            Row one = new Row(side.source(), name(row, hashes.size() + 2), hashes, 1);
            rows.merge(String.valueOf(row.getString(1)), one, Row::plus);
            return one;
        });
        return rows;
    }

    private String shown(ColumnPlan column) {
        String value = RowParts.ROW + "." + sessions.dialect().quote(column.name());
        return column.column().kind() == Column.Kind.TEMPORAL
                ? sessions.dialect().text(value)
                : value;
    }

    /** Returns the key of a row, such as {@code realm = 1, name = Bob}, or all column values if the table has no key. */
    private String name(ResultSet row, int from) throws SQLException {
        List<String> values = new ArrayList<>();
        for (ColumnPlan column : key) {
            String value = String.valueOf(KeysetScan.text(row, from + values.size(), column.column()));
            values.add(column.name() + " = "
                    + (value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "…"));
        }
        return String.join(", ", values);
    }

    private List<Difference> differences(Map<String, Row> expected, Map<String, Row> there) {
        List<Difference> differences = new ArrayList<>();
        Set<String> keys = new LinkedHashSet<>(there.keySet());
        keys.addAll(expected.keySet());
        for (String hash : keys) {
            difference(expected.getOrDefault(hash, Row.NONE), there.getOrDefault(hash, Row.NONE))
                    .ifPresent(differences::add);
        }
        return differences;
    }

    private Optional<Difference> difference(Row wanted, Row found) {
        int more = found.count() - wanted.count();
        if (more > 0) {
            return Optional.of(new Difference(EXTRA, 0, found.name(), more));
        }
        if (more < 0) {
            return Optional.of(new Difference(MISSING, wanted.source(), wanted.name(), -more));
        }
        String changed = wanted.name() + " (" + changedColumns(wanted, found) + ")";
        return wanted.hashes().equals(found.hashes())
                ? Optional.empty()
                : Optional.of(new Difference(CHANGED, wanted.source(), changed, 1));
    }

    private String changedColumns(Row wanted, Row found) {
        return IntStream.range(0, wanted.hashes().size())
                .filter(i -> !wanted.hashes().get(i).equals(found.hashes().get(i)))
                .mapToObj(i -> table.columns().get(i).name())
                .collect(Collectors.joining(", "));
    }
}
