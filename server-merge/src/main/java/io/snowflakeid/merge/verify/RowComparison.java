package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.VerificationResult.TableCheck;
import io.snowflakeid.merge.copy.Count;
import io.snowflakeid.merge.copy.SideBySide;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.verify.RowDifferences.Found;
import io.snowflakeid.merge.verify.RowDifferences.Kind;
import io.snowflakeid.merge.verify.RowParts.Part;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the rows of tables: those that each source lets expect, added up, and all that the target has. */
record RowComparison(
        MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, Consumer<String> faults) {

    private static final int MOST_NAMED = 5;

    private RowParts queries() {
        return new RowParts(plan, sessions.dialect());
    }

    /** A part, with what was read of it. */
    private record Measured(Part part, RowSum sum, long millis) {}

    List<TableCheck> compare(List<TablePlan> tables) throws SQLException, InterruptedException {
        List<Part> parts = sessions.with(session -> queries().parts(session, tables));
        long total = 2 * tables.stream().mapToLong(TablePlan::copied).sum();
        Count count = new Count("compare rows", 0, total, progress);
        List<Measured> measured = measure(parts, count::add);
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : tables) {
            checks.addAll(compared(
                    table, those(measured, part -> part.table().name().equals(table.name()))));
        }
        return checks;
    }

    private List<Measured> measure(List<Part> parts, LongConsumer rowsRead) throws SQLException, InterruptedException {
        return SideBySide.map(threads, parts, part -> {
            long start = System.nanoTime();
            RowSum sum = sessions.with(session -> sum(session, part));
            rowsRead.accept(sum.rows());
            return new Measured(part, sum, (System.nanoTime() - start) / 1_000_000);
        });
    }

    private RowSum sum(Connection session, Part part) throws SQLException {
        RowParts queries = queries();
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
        String named = source.alias() + "." + table.name() + ": ";
        SourceRows planned = table.rowsOf(source.number());
        if (planned != null && planned.copied() != expected.rows()) {
            faults.accept(named + planned.copied() + " rows were planned, " + expected.rows()
                    + " are expected now: the source has changed");
        }
        boolean fine = true;
        long there = -1;
        if (differences != null && !table.key().isEmpty()) {
            String of = named + "of " + expected.rows() + " rows ";
            List<String> missing = differences.names(Kind.MISSING, source.number());
            List<String> changed = differences.names(Kind.CHANGED, source.number());
            tell(of, differences, missing, " is missing in the target: ", " are missing in the target: ");
            tell(of, differences, changed, " has other values in the target: ", " have other values in the target: ");
            fine = differences.all() && missing.isEmpty() && changed.isEmpty();
            there = differences.all() ? expected.rows() - missing.size() : -1;
        }
        String hash = fine && there >= 0 ? expected.hex() : "";
        return new TableCheck(
                table.name(), source.number(), expected.rows(), expected.hex(), there, hash, fine, millis(own));
    }

    /** What is told of no source. */
    private void tell(TablePlan table, Found differences, RowSum expected, RowSum found) {
        String of = table.name() + ": ";
        List<String> extra = differences.names(Kind.EXTRA, 0);
        if (differences.rows().isEmpty()) {
            faults.accept(of + "the sums of the rows' hashes are " + expected.hex() + " expected and " + found.hex()
                    + " in the target, and no row that differs was found: verify again");
        } else if (table.key().isEmpty()) {
            tell(of + "expected and not in the target, among others: ", differences.names(Kind.MISSING, 0));
            tell(of + "in the target and not expected, among others: ", extra);
        } else {
            String rows = " of the target that no source explains: ";
            tell(of, differences, extra, " row" + rows, " rows" + rows);
        }
        if (!differences.all()) {
            faults.accept(of + "not all parts in which rows differ were read; correct what is named, and"
                    + " verify again, as others may differ in another way");
        }
    }

    private void tell(String of, Found differences, List<String> names, String one, String several) {
        tell(
                of
                        + (differences.all() ? "" : "at least ")
                        + names.size()
                        + (names.size() == 1 ? one : several)
                        + (names.size() > MOST_NAMED ? "among them " : ""),
                names);
    }

    private void tell(String of, List<String> names) {
        if (!names.isEmpty()) {
            faults.accept(of + names.stream().sorted().limit(MOST_NAMED).collect(Collectors.joining("; ")));
        }
    }
}
