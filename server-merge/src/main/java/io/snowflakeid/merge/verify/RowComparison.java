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
import io.snowflakeid.merge.verify.RowDifferences.Difference;
import io.snowflakeid.merge.verify.RowDifferences.Found;
import io.snowflakeid.merge.verify.RowDifferences.Kind;
import io.snowflakeid.merge.verify.RowParts.Part;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** Compares the rows of tables: those that each source lets expect, added up, and all that the target has. */
record RowComparison(
        MergePlan plan, Sessions sessions, int threads, MergeProgress.Listener progress, Consumer<String> faults) {

    private static final int MOST_NAMED = 5;

    /** What was read of some parts. */
    private record Measured(RowSum sum, long millis) {
        static final Measured NOTHING = new Measured(RowSum.NONE, 0);

        Measured plus(Measured other) {
            return new Measured(sum.plus(other.sum), millis + other.millis);
        }
    }

    List<TableCheck> compare(List<TablePlan> tables) throws SQLException, InterruptedException {
        RowParts queries = new RowParts(plan, sessions.dialect());
        List<Part> parts = sessions.with(session -> queries.parts(session, tables));
        long total = 2 * tables.stream().mapToLong(TablePlan::copied).sum();
        Count count = new Count("compare rows", 0, total, progress);
        List<Measured> measured = measure(queries, parts, count::add);
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : tables) {
            Sides sides = Sides.of(table, parts, measured);
            if (!sides.equal()) {
                // a table is not called wrong by one reading: the second one counts
                List<Part> again = parts.stream()
                        .filter(part -> part.table().equals(table))
                        .toList();
                sides = Sides.of(table, again, measure(queries, again, read -> {}));
            }
            checks.addAll(compared(table, sides));
        }
        return checks;
    }

    private List<Measured> measure(RowParts queries, List<Part> parts, LongConsumer rowsRead)
            throws SQLException, InterruptedException {
        return SideBySide.map(threads, parts, part -> {
            long start = System.nanoTime();
            String sql = "SELECT COUNT(*), SUM(" + queries.hash(part.table()) + ") FROM " + queries.from(part);
            RowSum sum = sessions.with(session -> {
                RowSum[] read = {RowSum.NONE};
                queries.read(session, part, sql, row -> read[0] = RowSum.of(row, 1));
                return read[0];
            });
            rowsRead.accept(sum.rows());
            return new Measured(sum, (System.nanoTime() - start) / 1_000_000);
        });
    }

    /** What was read of a table's rows in the target, and of those that sources let expect, by the source's number. */
    private record Sides(Measured target, SortedMap<Integer, Measured> sources) {

        static Sides of(TablePlan table, List<Part> parts, List<Measured> measured) {
            Measured target = Measured.NOTHING;
            SortedMap<Integer, Measured> sources = new TreeMap<>();
            for (int i = 0; i < parts.size(); i++) {
                if (parts.get(i).table().equals(table)) {
                    SourcePlan source = parts.get(i).source();
                    if (source == null) {
                        target = target.plus(measured.get(i));
                    } else {
                        sources.merge(source.number(), measured.get(i), Measured::plus);
                    }
                }
            }
            return new Sides(target, sources);
        }

        RowSum found() {
            return target.sum();
        }

        RowSum expected() {
            return sources.values().stream().map(Measured::sum).reduce(RowSum.NONE, RowSum::plus);
        }

        boolean equal() {
            return expected().equals(found());
        }
    }

    private List<TableCheck> compared(TablePlan table, Sides sides) throws SQLException, InterruptedException {
        RowSum expected = sides.expected();
        RowSum found = sides.found();
        Found differences = sides.equal() ? Found.NOTHING : differences(table, expected, found);
        List<TableCheck> checks = new ArrayList<>();
        sides.sources().forEach((number, own) -> checks.add(checked(table, number, own, differences)));
        tell(table, 0, differences);
        if (!sides.equal() && differences.rows().isEmpty()) {
            faults.accept(table.name() + ": the sums of the rows' hashes are " + expected.hex() + " expected and "
                    + found.hex() + " in the target, and no row that differs was found: verify again");
        }
        if (!differences.all()) {
            faults.accept(table.name() + ": not all parts in which rows differ were read; correct what is named, and"
                    + " verify again, as others may differ in another way");
        }
        checks.add(new TableCheck(
                table.name(),
                0,
                expected.rows(),
                expected.hex(),
                found.rows(),
                found.hex(),
                sides.equal(),
                sides.target().millis()));
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

    /** Of a table without a key, rows that differ are those of no source in particular. */
    private TableCheck checked(TablePlan table, int source, Measured own, Found differences) {
        RowSum expected = own.sum();
        SourceRows planned = table.rowsOf(source);
        if (planned != null && planned.copied() != expected.rows()) {
            faults.accept(subject(table, source) + planned.copied() + " rows were planned, " + expected.rows()
                    + " are expected now: the source has changed");
        }
        tell(table, source, differences);
        boolean told = differences.all()
                && (differences.rows().isEmpty() || !table.key().isEmpty());
        long there =
                told ? expected.rows() - differences.of(Kind.MISSING, source).size() : -1;
        boolean fine = differences.all() && differences.rows().stream().noneMatch(row -> row.source() == source);
        return new TableCheck(table.name(), source, expected.rows(), expected.hex(), there, "", fine, own.millis());
    }

    private String subject(TablePlan table, int source) {
        return (source == 0 ? "" : plan.sources().get(source - 1).alias() + ".") + table.name() + ": ";
    }

    private void tell(TablePlan table, int source, Found differences) {
        for (Kind kind : Kind.values()) {
            List<Difference> rows = differences.of(kind, source);
            if (!rows.isEmpty()) {
                faults.accept(subject(table, source)
                        + (differences.all() ? "" : "at least ")
                        + rows.stream().mapToInt(Difference::rows).sum()
                        + kind.text()
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
