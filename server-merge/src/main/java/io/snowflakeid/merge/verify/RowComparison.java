package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.VerificationResult.TableCheck;
import io.snowflakeid.merge.copy.Count;
import io.snowflakeid.merge.copy.ParallelTasks;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowDifferences.Difference;
import io.snowflakeid.merge.verify.RowDifferences.Found;
import io.snowflakeid.merge.verify.RowDifferences.Kind;
import io.snowflakeid.merge.verify.RowParts.Part;
import io.snowflakeid.merge.verify.RowParts.RowSum;
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

    /** What was read of a part, or of all those of a source, or of the target, of a table. */
    private record Measured(Part part, RowSum sum, long millis) {
        Measured plus(Measured other) {
            return new Measured(part, sum.plus(other.sum), millis + other.millis);
        }
    }

    List<TableCheck> compare(List<TablePlan> tables) throws SQLException, InterruptedException {
        RowParts queries = new RowParts(plan, sessions.dialect());
        List<Part> parts = sessions.with(session -> queries.parts(session, tables));
        long total = 2 * tables.stream().mapToLong(TablePlan::copied).sum();
        Count count = new Count("compare rows", 0, total, progress);
        List<Measured> measured = ParallelTasks.map(threads, parts, part -> {
            long start = System.nanoTime();
            String sql = "SELECT COUNT(*), SUM(" + queries.hash(part.table()) + ") FROM " + queries.from(part);
            RowSum[] sum = {RowSum.NONE};
            sessions.with(session -> {
                queries.read(session, part, sql, row -> sum[0] = RowSum.of(row, 1));
                return sum;
            });
            count.add(sum[0].rows());
            return new Measured(part, sum[0], (System.nanoTime() - start) / 1_000_000);
        });
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : tables) {
            SortedMap<Integer, Measured> sides = new TreeMap<>();
            measured.stream()
                    .filter(each -> each.part().table().name().equals(table.name()))
                    .forEach(each -> sides.merge(each.part().source(), each, Measured::plus));
            checks.addAll(compared(table, sides));
        }
        return checks;
    }

    /** A table is not called wrong by one reading: the search for the rows that differ is a second one, which counts. */
    private List<TableCheck> compared(TablePlan table, SortedMap<Integer, Measured> sides)
            throws SQLException, InterruptedException {
        Measured target = Objects.requireNonNull(sides.remove(0));
        RowSum expected = sides.values().stream().map(Measured::sum).reduce(RowSum.NONE, RowSum::plus);
        Found differences = expected.equals(target.sum())
                ? Found.NOTHING
                : differences(table, Math.max(expected.rows(), target.sum().rows()));
        boolean fine = differences.all() && differences.rows().isEmpty();
        RowSum found = fine ? expected : target.sum();
        if (found.rows() != expected.rows()) {
            faults.accept(table.name() + ": " + found.rows() + " rows in the target, " + expected.rows() + " expected");
        }
        List<TableCheck> checks = new ArrayList<>();
        sides.forEach((source, own) -> checks.add(checked(source, own, differences)));
        report(table, 0, differences);
        if (!differences.all()) {
            faults.accept(table.name() + ": not all parts in which rows differ were read; correct what is named, and"
                    + " verify again, as others may differ in another way");
        }
        checks.add(check(target, expected, found.rows(), found.hex(), fine));
        return checks;
    }

    private Found differences(TablePlan table, long rows) throws SQLException, InterruptedException {
        progress.progressed(new MergeProgress("find the rows of " + table.name() + " that differ", 0, 0));
        return new RowDifferences(plan, sessions, threads, table, rows).find();
    }

    /** Rows of the target are not told apart by their source; of a table without a key, those that differ are of no source in particular. */
    private TableCheck checked(int source, Measured own, Found differences) {
        TablePlan table = own.part().table();
        RowSum expected = own.sum();
        SourceRows planned = table.rowsOf(source);
        if (planned != null && planned.copied() != expected.rows()) {
            faults.accept(subject(table, source) + planned.copied() + " rows were planned, " + expected.rows()
                    + " are expected now: the source has changed");
        }
        report(table, source, differences);
        boolean fine = differences.all() && differences.rows().stream().noneMatch(row -> row.source() == source);
        return check(own, expected, -1, "", fine);
    }

    private static TableCheck check(Measured side, RowSum expected, long rows, String hash, boolean fine) {
        Part part = side.part();
        return new TableCheck(
                part.table().name(), part.source(), expected.rows(), expected.hex(), rows, hash, fine, side.millis());
    }

    private String subject(TablePlan table, int source) {
        return (source == 0 ? "" : plan.source(source).alias() + ".") + table.name() + ": ";
    }

    private void report(TablePlan table, int source, Found differences) {
        for (Kind kind : Kind.values()) {
            List<Difference> rows = differences.of(kind, source);
            if (!rows.isEmpty()) {
                faults.accept(subject(table, source)
                        + (differences.all() ? "" : "at least ")
                        + rows.stream().mapToInt(Difference::rows).sum()
                        + kind.text
                        + (rows.size() > MOST_NAMED ? ", among them " : ": ")
                        + rows.stream()
                                .map(Difference::name)
                                .sorted()
                                .limit(MOST_NAMED)
                                .collect(Collectors.joining("; ")));
            }
        }
    }
}
