package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.copy.SideBySide;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowDifferences.Found;
import io.snowflakeid.merge.verify.RowDifferences.Kind;
import io.snowflakeid.merge.verify.RowParts.Part;
import io.snowflakeid.merge.verify.VerificationResult.TableCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compares the rows of tables: those that each source lets expect, added up, and all that the target has. */
final class RowComparison {

    private final MergePlan plan;
    private final Sessions sessions;
    private final int threads;
    private final MergeProgress.Listener progress;
    private final Consumer<String> faults;
    private final RowParts queries;

    RowComparison(
            MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, Consumer<String> faults) {
        this.plan = plan;
        this.sessions = sessions;
        this.threads = threads;
        this.progress = progress;
        this.faults = faults;
        queries = new RowParts(plan, sessions.dialect());
    }

    /** A part, with what was read of it. */
    private record Measured(Part part, RowSum sum, long millis) {}

    /** Compares these tables. */
    List<TableCheck> compare(List<TablePlan> tables) throws SQLException, InterruptedException {
        List<Part> parts = sessions.with(session -> queries.parts(session, tables));
        long total = 2 * tables.stream().mapToLong(TablePlan::copied).sum();
        AtomicLong read = new AtomicLong();
        progress.progressed(new MergeProgress("compare rows", 0, total));
        List<Measured> measured = measure(
                parts, rows -> progress.progressed(new MergeProgress("compare rows", read.addAndGet(rows), total)));
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : tables) {
            checks.addAll(compared(
                    table, those(measured, part -> part.table().name().equals(table.name()))));
        }
        return checks;
    }

    private List<Measured> measure(List<Part> parts, LongConsumer rowsRead) throws SQLException, InterruptedException {
        List<Callable<Measured>> tasks = new ArrayList<>();
        for (Part part : parts) {
            tasks.add(() -> {
                long start = System.nanoTime();
                RowSum sum = sessions.with(session -> sum(session, part));
                rowsRead.accept(sum.rows());
                return new Measured(part, sum, (System.nanoTime() - start) / 1_000_000);
            });
        }
        return SideBySide.run(threads, tasks);
    }

    private RowSum sum(Connection session, Part part) throws SQLException {
        String sql = "SELECT COUNT(*), SUM(" + queries.hash(part.table()) + ") FROM " + queries.from(part);
        try (PreparedStatement select = queries.prepare(session, part, sql);
                ResultSet row = select.executeQuery()) {
            row.next();
            return RowSum.of(row, 1);
        }
    }

    private static List<Measured> those(List<Measured> measured, Predicate<Part> which) {
        return measured.stream().filter(each -> which.test(each.part())).toList();
    }

    private static RowSum sum(List<Measured> measured) {
        return measured.stream().map(Measured::sum).reduce(RowSum.NONE, RowSum::plus);
    }

    private static long millis(List<Measured> measured) {
        return measured.stream().mapToLong(Measured::millis).sum();
    }

    // ----------------------------------------------------------------------------------------------------- verdicts

    private List<TableCheck> compared(TablePlan table, List<Measured> first) throws SQLException, InterruptedException {
        // a table is not called wrong by one reading: the second one counts
        List<Measured> measured =
                sum(those(first, Part::isExpected)).equals(sum(those(first, part -> !part.isExpected())))
                        ? first
                        : measure(first.stream().map(Measured::part).toList(), read -> {});
        List<Measured> there = those(measured, part -> !part.isExpected());
        RowSum expected = sum(those(measured, Part::isExpected));
        RowSum found = sum(there);
        boolean fine = expected.equals(found);
        @Nullable Found differences = fine ? null : differences(table, expected, found);
        List<TableCheck> checks = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            List<Measured> own = those(measured, part -> source.equals(part.source()));
            if (!own.isEmpty()) {
                checks.add(checked(table, source, own, differences));
            }
        }
        if (differences != null) {
            tell(table, differences, expected, found);
            if (!differences.all()) {
                faults.accept(
                        table.name() + ": not all parts in which rows differ were read; correct what is named, and"
                                + " verify again, as others may differ in another way");
            }
        }
        checks.add(new TableCheck(
                table.name(), 0, expected.rows(), expected.hex(), found.rows(), found.hex(), fine, millis(there)));
        return checks;
    }

    private Found differences(TablePlan table, RowSum expected, RowSum found)
            throws SQLException, InterruptedException {
        if (found.rows() != expected.rows()) {
            faults.accept(table.name() + ": " + found.rows() + " rows in the target, " + expected.rows() + " expected");
        }
        progress.progressed(new MergeProgress("find the rows of " + table.name() + " that differ", 0, 0));
        return new RowDifferences(plan, sessions, threads, table, Math.max(expected.rows(), found.rows())).find();
    }

    private TableCheck checked(TablePlan table, SourcePlan source, List<Measured> own, @Nullable Found differences) {
        RowSum expected = sum(own);
        SourceRows planned = table.rowsOf(source.number());
        if (planned != null && planned.copied() != expected.rows()) {
            faults.accept(source.alias() + "." + table.name() + ": " + planned.copied() + " rows were planned, "
                    + expected.rows() + " are expected now: the source has changed");
        }
        boolean fine = true;
        long there = -1;
        if (differences != null && !table.key().isEmpty()) {
            String of = source.alias() + "." + table.name() + ": of " + expected.rows() + " rows ";
            List<String> missing = differences.names(Kind.MISSING, number -> number == source.number());
            List<String> changed = differences.names(Kind.CHANGED, number -> number == source.number());
            tell(of, differences, missing, " is missing in the target: ", " are missing in the target: ");
            tell(of, differences, changed, " has other values in the target: ", " have other values in the target: ");
            fine = missing.isEmpty() && changed.isEmpty();
            there = differences.all() ? expected.rows() - missing.size() : -1;
        }
        String hash = fine && there >= 0 ? expected.hex() : "";
        return new TableCheck(
                table.name(), source.number(), expected.rows(), expected.hex(), there, hash, fine, millis(own));
    }

    private void tell(String of, Found differences, List<String> names, String one, String several) {
        if (!names.isEmpty()) {
            faults.accept(of + differences.count(names, one, several));
        }
    }

    /** What is told of no source. */
    private void tell(TablePlan table, Found differences, RowSum expected, RowSum found) {
        String of = table.name() + ": ";
        List<String> extra = differences.names(Kind.EXTRA, number -> true);
        List<String> missing = differences.names(Kind.MISSING, number -> true);
        if (differences.rows().isEmpty()) {
            faults.accept(of + "the sums of the rows' hashes are " + expected.hex() + " expected and " + found.hex()
                    + " in the target, and no row that differs was found: verify again");
        } else if (!table.key().isEmpty()) {
            String rows = " of the target that no source explains: ";
            tell(of, differences, extra, " row" + rows, " rows" + rows);
            return;
        }
        if (!missing.isEmpty()) {
            faults.accept(of + "expected and not in the target, among others: " + RowDifferences.first(missing));
        }
        if (!extra.isEmpty()) {
            faults.accept(of + "in the target and not expected, among others: " + RowDifferences.first(extra));
        }
    }
}
