package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.VerificationResult.TableCheck;
import io.snowflakeid.merge.copy.Count;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowDifferences.Difference;
import io.snowflakeid.merge.verify.RowDifferences.Found;
import io.snowflakeid.merge.verify.RowParts.Part;
import io.snowflakeid.merge.verify.RowParts.RowSum;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Compares the rows of tables: those that each source lets expect, added up, and all that the target has. */
record RowComparison(
        MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, Consumer<String> faults) {

    private static final int MOST_NAMED = 5;

    /** What was read of the rows that a source lets expect, or, as source 0, of those that the target has. */
    record Side(TablePlan table, int source, RowSum sum, long millis) {
        Side plus(Side other) {
            return new Side(table, source, sum.plus(other.sum), millis + other.millis);
        }
    }

    /** Looks at all rows of these tables, each at some of one side. */
    List<Sessions.Task<Runnable>> looks(List<TablePlan> tables, Consumer<Side> read) throws SQLException {
        RowParts queries = new RowParts(plan, sessions.dialect());
        long total = 2 * tables.stream().mapToLong(TablePlan::copied).sum();
        Count count = new Count("compare rows", 0, total, progress);
        List<Sessions.Task<Runnable>> looks = new ArrayList<>();
        for (Part part : sessions.with(session -> queries.parts(session, tables))) {
            looks.add(session -> {
                Side side = read(session, queries, part);
                count.add(side.sum().rows());
                return () -> read.accept(side);
            });
        }
        return looks;
    }

    private static Side read(Connection session, RowParts queries, Part part) throws SQLException {
        long start = System.nanoTime();
        RowSum[] sum = {RowSum.NONE};
        String hash = queries.hash(part.table().columns());
        String sql = "SELECT COUNT(*), SUM(" + hash + ") FROM " + queries.from(part);
        queries.read(session, part, sql, row -> sum[0] = RowSum.of(row, 1));
        return new Side(part.table(), part.source(), sum[0], (System.nanoTime() - start) / 1_000_000);
    }

    /** Compares the sides of a table, each read in parts. */
    List<TableCheck> compare(TablePlan table, List<Side> read) throws SQLException, InterruptedException {
        SortedMap<Integer, Side> sides = new TreeMap<>();
        for (SourcePlan source : plan.sourcesOf(table)) {
            sides.put(source.number(), new Side(table, source.number(), RowSum.NONE, 0));
        }
        read.stream()
                .filter(side -> side.table().name().equals(table.name()))
                .forEach(side -> sides.merge(side.source(), side, Side::plus));
        Side target = Objects.requireNonNull(sides.remove(0));
        RowSum expected = sides.values().stream().map(Side::sum).reduce(RowSum.NONE, RowSum::plus);
        // a table is not called wrong by one reading: the search for the rows that differ is a second one, which counts
        Found differences = expected.equals(target.sum())
                ? Found.NOTHING
                : differences(table, Math.max(expected.rows(), target.sum().rows()));
        RowSum found = differences.none() ? expected : target.sum();
        if (found.rows() != expected.rows()) {
            faults.accept(table.name() + ": " + found.rows() + " rows in the target, " + expected.rows() + " expected");
        }
        List<TableCheck> checks = new ArrayList<>();
        sides.values().forEach(side -> checks.add(checked(side, differences)));
        report(table, 0, differences);
        if (!differences.all()) {
            faults.accept(table.name() + ": not all parts in which rows differ were read; correct what is named, and"
                    + " verify again, as others may differ in another way");
        }
        checks.add(check(target, expected, found.rows(), found.hex(), differences.none()));
        return checks;
    }

    private Found differences(TablePlan table, long rows) throws SQLException, InterruptedException {
        progress.progressed(new MergeProgress("find the rows of " + table.name() + " that differ", 0, 0));
        return new RowDifferences(plan, sessions, threads, table, rows).find();
    }

    /** Rows of the target are not told apart by their source. */
    private TableCheck checked(Side side, Found differences) {
        SourceRows planned = side.table().rowsOf(side.source());
        if (planned != null && planned.copied() != side.sum().rows()) {
            faults.accept(subject(side.table(), side.source()) + planned.copied() + " rows were planned, "
                    + side.sum().rows() + " are expected now: the source has changed");
        }
        report(side.table(), side.source(), differences);
        boolean fine = differences.all() && differences.rows().stream().noneMatch(row -> row.source() == side.source());
        return check(side, side.sum(), -1, "", fine);
    }

    private static TableCheck check(Side side, RowSum expected, long rows, String hash, boolean fine) {
        return new TableCheck(
                side.table().name(), side.source(), expected.rows(), expected.hex(), rows, hash, fine, side.millis());
    }

    private String subject(TablePlan table, int source) {
        return (source == 0 ? "" : plan.source(source).alias() + ".") + table.name() + ": ";
    }

    private void report(TablePlan table, int source, Found differences) {
        for (String kind : List.of(RowDifferences.MISSING, RowDifferences.CHANGED, RowDifferences.EXTRA)) {
            List<Difference> rows = differences.of(kind, source);
            if (!rows.isEmpty()) {
                String names = rows.stream()
                        .map(Difference::name)
                        .sorted()
                        .limit(MOST_NAMED)
                        .collect(Collectors.joining("; "));
                faults.accept(subject(table, source)
                        + (differences.all() ? "" : "at least ")
                        + rows.stream().mapToInt(Difference::rows).sum()
                        + kind
                        + (rows.size() > MOST_NAMED ? ", among them " : ": ")
                        + names);
            }
        }
    }
}
