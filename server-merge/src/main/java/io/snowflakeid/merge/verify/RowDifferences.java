package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.copy.ParallelTasks;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowParts.Part;
import io.snowflakeid.merge.verify.RowParts.RowSum;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the rows in which a table differs from what is expected, once its sums did.
 *
 * <p>Rows are dealt out to bins by the hash of their key, on both sides, and counted; only bins in which the sides differ are read. Of a
 * table without a key, all values are the key. So it takes two passes over the rows, and memory for the bins and for the few that are
 * read, however many rows differ.
 */
final class RowDifferences {

    private static final long ROWS_OF_BIN = 500;
    private static final long MOST_BINS = 65_521;
    private static final int LONGEST_VALUE = 60;

    /** About how many rows of bins with rows too many, of bins with missing rows, and of others, are read of each side. */
    private static final long ROWS_READ = 3_000;

    private final Sessions sessions;
    private final int threads;
    private final TablePlan table;
    private final RowParts queries;
    private final List<ColumnPlan> named;
    private final List<ColumnPlan> hashed;
    private final List<Part> sides;
    private final String bin;
    private final long binsRead;

    /** What the target was found to have may be far more than was planned. */
    RowDifferences(MergePlan plan, Sessions sessions, int threads, TablePlan table, long rows) {
        this.sessions = sessions;
        this.threads = threads;
        this.table = table;
        queries = new RowParts(plan, sessions.dialect());
        boolean keyed = !table.key().isEmpty();
        named = keyed ? table.key().stream().map(table::column).toList() : table.columns();
        hashed = keyed ? table.columns() : List.of();
        sides = Stream.concat(plan.sourcesOf(table).stream().map(SourcePlan::number), Stream.of(0))
                .map(source -> new Part(table, source, null, null))
                .toList();
        long bins = Math.max(1, Math.min(MOST_BINS, rows / ROWS_OF_BIN));
        bin = "MOD(" + queries.keyHash(table) + ", " + bins + ")";
        binsRead = Math.max(1, ROWS_READ * bins / Math.max(1, rows));
    }

    enum Kind {
        MISSING(" row(s) missing in the target"),
        CHANGED(" row(s) with other values in the target"),
        EXTRA(" row(s) of the target that no source explains");

        final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /**
     * A row that differs; of a table without a key, equal rows.
     *
     * @param source the number of the source that lets expect it; 0 if none does, or if it has no key
     * @param name with the changed columns
     */
    record Difference(Kind kind, int source, String name, int rows) {}

    /** Rows that differ; all of them, or some of too many. */
    record Found(List<Difference> rows, boolean all) {

        static final Found NOTHING = new Found(List.of(), true);

        List<Difference> of(Kind kind, int source) {
            return rows.stream()
                    .filter(row -> row.kind() == kind && row.source() == source)
                    .toList();
        }
    }

    Found find() throws SQLException, InterruptedException {
        Map<Long, RowSum> more = new HashMap<>();
        ParallelTasks.map(threads, sides, side -> sessions.with(session -> bins(session, side)))
                .forEach(bins -> bins.forEach((number, sum) -> more.merge(number, sum, RowSum::plus)));
        more.values().removeIf(RowSum.NONE::equals);
        // some of each kind
        List<String> chosen = Stream.of(-1, 0, 1)
                .flatMap(sign -> more.entrySet().stream()
                        .filter(each -> Long.signum(each.getValue().rows()) == sign)
                        .limit(binsRead))
                .map(each -> String.valueOf(each.getKey()))
                .toList();
        if (chosen.isEmpty()) {
            return Found.NOTHING;
        }
        String bins = String.join(", ", chosen);
        List<Map<String, Row>> read =
                ParallelTasks.map(threads, sides, side -> sessions.with(session -> rows(session, side, bins)));
        Map<String, Row> there = read.get(read.size() - 1);
        Map<String, Row> expected = new HashMap<>();
        read.subList(0, read.size() - 1)
                .forEach(rows -> rows.forEach((key, row) -> expected.merge(key, row, Row::plus)));
        return new Found(differences(expected, there), chosen.size() == more.size());
    }

    /** How many rows each bin has more than is expected, and by how much the sums of their hashes differ. */
    private Map<Long, RowSum> bins(Connection session, Part side) throws SQLException {
        Map<Long, RowSum> bins = new HashMap<>();
        String sql = "SELECT b.bin, COUNT(*), SUM(b.hash) FROM (SELECT " + bin + " AS bin, " + queries.hash(table)
                + " AS hash FROM " + queries.from(side) + ") b GROUP BY b.bin";
        queries.read(session, side, sql, row -> {
            RowSum sum = RowSum.of(row, 2);
            bins.put(row.getLong(1), side.source() == 0 ? sum : sum.negated());
            return sum;
        });
        return bins;
    }

    /** Rows with the same key, with the hash of each value; of a table without a key equal rows, without a hash. */
    private record Row(int source, String name, List<String> hashes, int count) {
        Row plus(Row other) {
            return new Row(source, name, hashes, count + other.count);
        }
    }

    /** By the hash of the key. */
    private Map<String, Row> rows(Connection session, Part side, String bins) throws SQLException {
        Map<String, Row> rows = new HashMap<>();
        String sql = "SELECT " + queries.keyHash(table)
                + Stream.concat(
                                hashed.stream().map(queries::hash),
                                named.stream().map(this::shown))
                        .map(", "::concat)
                        .collect(Collectors.joining())
                + " FROM " + queries.from(side) + " WHERE " + bin + " IN (" + bins + ")";
        int source = hashed.isEmpty() ? 0 : side.source();
        queries.read(session, side, sql, row -> {
            List<String> hashes = new ArrayList<>();
            for (int i = 0; i < hashed.size(); i++) {
                hashes.add(String.valueOf(row.getString(i + 2)));
            }
            String name = name(row, hashed.size() + 2);
            rows.merge(String.valueOf(row.getString(1)), new Row(source, name, hashes, 1), Row::plus);
            return name;
        });
        return rows;
    }

    private String shown(ColumnPlan column) {
        String value = RowParts.ROW + "." + sessions.dialect().quote(column.name());
        return column.column().kind() == Column.Kind.TEMPORAL
                ? sessions.dialect().text(value)
                : value;
    }

    /** {@code realm = 1, name = Bob}, of the current row of a result: its key, or all values where it has none. */
    private String name(ResultSet row, int from) throws SQLException {
        List<String> values = new ArrayList<>();
        for (ColumnPlan column : named) {
            String text = KeyWalk.text(row, from + values.size(), column.column());
            String value = text == null ? "NULL" : text;
            values.add(column.name() + " = "
                    + (value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "…"));
        }
        return String.join(", ", values);
    }

    private List<Difference> differences(Map<String, Row> expected, Map<String, Row> there) {
        List<Difference> differences = new ArrayList<>();
        there.forEach((key, row) -> {
            Row wanted = expected.remove(key);
            int more = row.count() - (wanted == null ? 0 : wanted.count());
            if (wanted == null || more > 0) {
                differences.add(new Difference(Kind.EXTRA, 0, row.name(), more));
            } else if (more < 0) {
                differences.add(new Difference(Kind.MISSING, wanted.source(), wanted.name(), -more));
            } else if (!wanted.hashes().equals(row.hashes())) {
                String changed = wanted.name() + " (" + changedColumns(wanted, row) + ")";
                differences.add(new Difference(Kind.CHANGED, wanted.source(), changed, 1));
            }
        });
        expected.values()
                .forEach(row -> differences.add(new Difference(Kind.MISSING, row.source(), row.name(), row.count())));
        return differences;
    }

    private String changedColumns(Row wanted, Row row) {
        return IntStream.range(0, hashed.size())
                .filter(i -> !wanted.hashes().get(i).equals(row.hashes().get(i)))
                .mapToObj(i -> hashed.get(i).name())
                .collect(Collectors.joining(", "));
    }
}
