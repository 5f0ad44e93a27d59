package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.copy.Count;
import io.snowflakeid.merge.copy.Spans.Span;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.VerificationResult.TableCheck;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowDifferences.Difference;
import io.snowflakeid.merge.verify.RowDifferences.Found;
import io.snowflakeid.merge.verify.RowParts.RowSum;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Compares the rows that the plan expects in each table with the rows in the target. */
record RowComparison(
        MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, Consumer<String> faults) {

    private static final int MOST_NAMED = 5;

    /** The row count and the sum of row hashes for a table of one source, or of the target if {@code source} is 0. */
    record Side(TablePlan table, int source, RowSum sum, long millis) {
        Side plus(Side other) {
            return new Side(table, source, sum.plus(other.sum), millis + other.millis);
        }
    }

    List<Sessions.Task<Runnable>> looks(List<TablePlan> tables, Consumer<Side> read) throws SQLException {
        RowParts queries = new RowParts(plan, sessions.dialect());
        long total = 2 * tables.stream().mapToLong(TablePlan::copied).sum();
        Count count = new Count("compare rows", 0, total, progress);
        List<Sessions.Task<Runnable>> looks = new ArrayList<>();
        for (Span part : sessions.with(session -> queries.parts(session, tables))) {
            looks.add(session -> {
                Side side = read(session, queries, part);
                count.add(side.sum().rows());
                return () -> read.accept(side);
            });
        }
        return looks;
    }

    private Side read(Connection session, RowParts queries, Span part) throws SQLException {
        long start = System.nanoTime();
        RowSum[] sum = {RowSum.NONE};
        TablePlan table = plan.table(part.table());
        String sql = "SELECT COUNT(*), SUM(" + queries.hash(table.columns()) + ") FROM " + queries.from(part);
        queries.read(session, part, sql, row -> sum[0] = RowSum.of(row, 1));
        return new Side(table, part.source(), sum[0], (System.nanoTime() - start) / 1_000_000);
    }

    List<TableCheck> compare(TablePlan table, List<Side> read) throws SQLException, InterruptedException {
        List<Side> sides = plan.sourcesOf(table).stream()
                .map(source -> sum(table, source.number(), read))
                .toList();
        Side target = sum(table, 0, read);
        RowSum expected = sides.stream().map(Side::sum).reduce(RowSum.NONE, RowSum::plus);
        Found differences = expected.equals(target.sum()) ? Found.NOTHING : differences(table, expected, target.sum());
        RowSum found = differences.none() ? expected : target.sum();
        if (found.rows() != expected.rows()) {
            faults.accept(table.name() + ": " + found.rows() + " rows in the target, " + expected.rows() + " expected");
        }
        List<TableCheck> checks = new ArrayList<>();
        sides.forEach(side -> checks.add(checked(side, differences)));
        report(table, 0, differences);
        checks.add(check(target, expected, found.rows(), found.hex(), differences.none()));
        return checks;
    }

    private static Side sum(TablePlan table, int source, List<Side> read) {
        return read.stream()
                .filter(side -> side.source() == source && side.table().equals(table))
                .reduce(new Side(table, source, RowSum.NONE, 0), Side::plus);
    }

    private Found differences(TablePlan table, RowSum expected, RowSum found)
            throws SQLException, InterruptedException {
        progress.progressed(new MergeProgress("find the rows of " + table.name() + " that differ", 0, 0));
        return new RowDifferences(plan, sessions, threads, table, Math.max(expected.rows(), found.rows())).find();
    }

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

    private static String named(List<Difference> rows) {
        return rows.stream().map(Difference::name).sorted().limit(MOST_NAMED).collect(Collectors.joining("; "));
    }

    private void report(TablePlan table, int source, Found differences) {
        for (String kind : List.of(RowDifferences.MISSING, RowDifferences.CHANGED, RowDifferences.EXTRA)) {
            List<Difference> rows = differences.of(kind, source);
            if (!rows.isEmpty()) {
                String least = differences.all() ? "" : "at least ";
                int count = rows.stream().mapToInt(Difference::rows).sum();
                String names = (rows.size() > MOST_NAMED ? ", among them " : ": ") + named(rows);
                faults.accept(subject(table, source) + least + count + kind + names);
            }
        }
        if (source == 0 && !differences.all()) {
            faults.accept(table.name() + ": not all parts in which rows differ were read; correct what is named, and"
                    + " verify again, as others may differ in another way");
        }
    }
}
