package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.run.VerificationResult.TableCheck;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of tables: those that each source lets expect, added up, and all that the target has.
 *
 * <p>Both sides are read by themselves, in the order of their own keys. Only where the sums differ are rows looked up one by one.
 */
final class RowComparison {

    private final MergePlan plan;
    private final Sessions sessions;
    private final int threads;
    private final MergeProgress.Listener progress;
    private final Consumer<String> faults;
    private final RowQueries queries;
    private final AtomicLong read = new AtomicLong();

    RowComparison(
            MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, Consumer<String> faults) {
        this.plan = plan;
        this.sessions = sessions;
        this.threads = threads;
        this.progress = progress;
        this.faults = faults;
        queries = new RowQueries(plan, sessions.dialect());
    }

    /** A part, with what was read of it. */
    record Measured(RowPart part, RowSum sum, long millis) {}

    /** Compares these tables. */
    List<TableCheck> compare(List<TablePlan> tables) throws SQLException, InterruptedException {
        List<RowPart> wholes = new ArrayList<>();
        for (TablePlan table : tables) {
            wholes.addAll(wholes(table));
        }
        List<Measured> measured = measure(
                cut(wholes), 2 * tables.stream().mapToLong(TablePlan::copied).sum());
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : tables) {
            checks.addAll(compared(
                    table,
                    measured.stream()
                            .filter(each -> each.part().table().name().equals(table.name()))
                            .toList()));
        }
        return checks;
    }

    // -------------------------------------------------------------------------------------------------------- parts

    private List<RowPart> wholes(TablePlan table) {
        List<RowPart> wholes = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                wholes.add(RowPart.expected(table, source));
            }
        }
        wholes.add(RowPart.found(table));
        return wholes;
    }

    private List<RowPart> cut(List<RowPart> wholes) throws SQLException, InterruptedException {
        RowCut rows = new RowCut(sessions, queries);
        List<List<RowPart>> cut = new ArrayList<>(Collections.nCopies(wholes.size(), List.of()));
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < wholes.size(); i++) {
            int place = i;
            tasks.add(() -> {
                cut.set(place, rows.cut(wholes.get(place)));
                return null;
            });
        }
        SideBySide.run(threads, tasks);
        return cut.stream().flatMap(List::stream).toList();
    }

    private List<Measured> measure(List<RowPart> parts, long total) throws SQLException, InterruptedException {
        progress.progressed(new MergeProgress("compare rows", 0, total));
        return measure(
                parts, rows -> progress.progressed(new MergeProgress("compare rows", read.addAndGet(rows), total)));
    }

    private List<Measured> measure(List<RowPart> parts, LongConsumer rowsRead)
            throws SQLException, InterruptedException {
        Measured[] measured = new Measured[parts.size()];
        List<Callable<Void>> tasks = new ArrayList<>();
        try (ReadAhead ahead = new ReadAhead(parts.size(), part -> count(parts.get(part)))) {
            for (int i = 0; i < parts.size(); i++) {
                int place = i;
                tasks.add(() -> {
                    if (threads == 1) {
                        ahead.begun(place);
                    }
                    measured[place] = measure(parts.get(place));
                    rowsRead.accept(measured[place].sum().rows());
                    return null;
                });
            }
            SideBySide.run(threads, tasks);
        }
        return List.of(measured);
    }

    private void count(RowPart part) throws SQLException {
        sessions.with(session -> {
            try (PreparedStatement select = queries.prepare(session, part, queries.count(part));
                    ResultSet row = select.executeQuery()) {
                return row.next();
            }
        });
    }

    private Measured measure(RowPart part) throws SQLException {
        long start = System.nanoTime();
        RowSum sum = sessions.with(session -> sum(session, part));
        return new Measured(part, sum, (System.nanoTime() - start) / 1_000_000);
    }

    private RowSum sum(Connection session, RowPart part) throws SQLException {
        try (PreparedStatement select = queries.prepare(session, part, queries.sum(part));
                ResultSet row = select.executeQuery()) {
            row.next();
            return RowSum.of(row, 1);
        }
    }

    // ----------------------------------------------------------------------------------------------------- verdicts

    private List<TableCheck> compared(TablePlan table, List<Measured> first) throws SQLException, InterruptedException {
        // a table is not called wrong by one reading: the second one counts
        boolean again = !sum(first, true).equals(sum(first, false));
        List<Measured> measured =
                again ? measure(first.stream().map(Measured::part).toList(), read -> {}) : first;
        RowSum expected = sum(measured, true);
        RowSum found = sum(measured, false);
        long foundMillis = millis(
                measured.stream().filter(each -> !each.part().isExpected()).toList());
        boolean fine = expected.equals(found);
        RowDifferences differences = new RowDifferences(plan, sessions, threads, table, faults);
        if (!fine) {
            progress.progressed(new MergeProgress("find the rows of " + table.name() + " that differ", 0, 0));
            differences.tell(
                    measured.stream().filter(each -> each.part().isExpected()).toList(), expected, found);
        }
        List<TableCheck> checks = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            List<Measured> own = measured.stream()
                    .filter(each -> source.equals(each.part().source()))
                    .toList();
            if (!own.isEmpty()) {
                checks.add(checked(source, table, own, differences));
            }
        }
        checks.add(new TableCheck(
                table.name(), 0, expected.rows(), expected.hex(), found.rows(), found.hex(), fine, foundMillis));
        return checks;
    }

    private TableCheck checked(SourcePlan source, TablePlan table, List<Measured> own, RowDifferences differences) {
        RowSum expected = sum(own, true);
        SourceRows planned = table.rowsOf(source.number());
        if (planned != null && planned.copied() != expected.rows()) {
            faults.accept(source.alias() + "." + table.name() + ": " + planned.copied() + " rows were planned, "
                    + expected.rows() + " are expected now: the source has changed");
        }
        @Nullable RowSum found = differences.foundOf(source);
        return new TableCheck(
                table.name(),
                source.number(),
                expected.rows(),
                expected.hex(),
                found == null ? -1 : found.rows(),
                found == null ? "" : found.hex(),
                found == null || found.equals(expected),
                millis(own));
    }

    private static RowSum sum(List<Measured> measured, boolean expected) {
        return measured.stream()
                .filter(each -> each.part().isExpected() == expected)
                .map(Measured::sum)
                .reduce(RowSum.NONE, RowSum::plus);
    }

    private static long millis(List<Measured> measured) {
        return measured.stream().mapToLong(Measured::millis).sum();
    }
}
