package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.run.RowComparison.Measured;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names the rows in which a table differs from what is expected, once its sums did.
 *
 * <p>Missing and changed rows are found by looking each expected row up by its key, and named from the parts that have such rows.
 * What the target has beyond is left to {@link UnexplainedRows}.
 */
final class RowDifferences {

    private static final int MOST_READINGS = 3;

    private final MergePlan plan;
    private final Sessions sessions;
    private final Dialect dialect;
    private final int threads;
    private final TablePlan table;
    private final Consumer<String> told;
    private boolean silent = true;
    private final RowQueries queries;
    private final RowNames names;
    private final Map<Integer, RowSum> foundOf = new LinkedHashMap<>();

    RowDifferences(MergePlan plan, Sessions sessions, int threads, TablePlan table, Consumer<String> faults) {
        this.plan = plan;
        this.sessions = sessions;
        this.threads = threads;
        this.table = table;
        told = faults;
        dialect = sessions.dialect();
        queries = new RowQueries(plan, dialect);
        names = new RowNames(dialect, table);
    }

    /** The rows of the target that have the keys of a source's; null where that was not, or cannot be, looked at. */
    @Nullable
    RowSum foundOf(SourcePlan source) {
        return foundOf.get(source.number());
    }

    void tell(List<Measured> parts, RowSum expected, RowSum found) throws SQLException, InterruptedException {
        tellRows(parts, expected, found);
        if (silent) {
            fault(table.name() + ": the sums of the rows' hashes are " + expected.hex() + " expected and " + found.hex()
                    + " in the target, and no row that differs was found: verify again");
        }
    }

    private void fault(String text) {
        silent = false;
        told.accept(text);
    }

    private void tellRows(List<Measured> parts, RowSum expected, RowSum found)
            throws SQLException, InterruptedException {
        if (found.rows() != expected.rows()) {
            fault(table.name() + ": " + found.rows() + " rows in the target, " + expected.rows() + " expected");
        }
        UnexplainedRows unexplained = new UnexplainedRows(plan, sessions, table, found.rows());
        if (table.key().isEmpty()) {
            tellWithoutKey(unexplained.find(true));
            return;
        }
        long explained = 0;
        // parts of a source in their order
        Map<Integer, List<Looked>> bySource = new TreeMap<>();
        for (Looked each : lookUp(parts)) {
            explained += each.there().rows();
            bySource.computeIfAbsent(sourceOf(each).number(), number -> new ArrayList<>())
                    .add(each);
        }
        for (List<Looked> own : bySource.values()) {
            tell(own);
        }
        if (found.rows() > explained) {
            long extra = found.rows() - explained;
            fault(table.name() + ": " + extra + (extra == 1 ? " row" : " rows")
                    + " of the target that no source explains: "
                    + RowNames.list(unexplained.find(false).extra(), extra));
        }
    }

    private void tellWithoutKey(UnexplainedRows.Found rows) {
        if (!rows.missing().isEmpty()) {
            fault(table.name() + ": expected and not in the target, among others: "
                    + String.join("; ", rows.missing()));
        }
        if (!rows.extra().isEmpty()) {
            fault(table.name() + ": in the target and not expected, among others: " + String.join("; ", rows.extra()));
        }
    }

    // ------------------------------------------------------------------------------------------ looked up by their key

    /** A part, the rows of the target that have its keys, and how many of them have other values. */
    private record Looked(RowPart part, long expected, RowSum there, long changed) {
        boolean differs() {
            return there.rows() != expected || changed > 0;
        }
    }

    private List<Looked> lookUp(List<Measured> parts) throws SQLException, InterruptedException {
        Looked[] looked = new Looked[parts.size()];
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int place = i;
            tasks.add(() -> {
                looked[place] = lookUp(parts.get(place).part());
                return null;
            });
        }
        SideBySide.run(threads, tasks);
        return List.of(looked);
    }

    /** What differs counts once two readings agree on it. */
    private Looked lookUp(RowPart part) throws SQLException {
        Looked looked = sessions.with(session -> lookUp(session, part));
        for (int reading = 1; reading < MOST_READINGS && looked.differs(); reading++) {
            Looked again = sessions.with(session -> lookUp(session, part));
            boolean agreed = again.equals(looked);
            looked = again;
            if (agreed) {
                break;
            }
        }
        return looked;
    }

    private Looked lookUp(Connection session, RowPart part) throws SQLException {
        String sql =
                "SELECT COUNT(*), COUNT(d.found), SUM(d.found), SUM(CASE WHEN d.found <> d.expected THEN 1 ELSE 0 END)"
                        + " FROM (SELECT " + queries.hash(table, "e") + " AS expected, CASE WHEN " + there()
                        + " IS NOT NULL THEN " + queries.hash(table, "t") + " END AS found FROM " + joined(part)
                        + ") d";
        try (PreparedStatement select = queries.prepare(session, part, sql);
                ResultSet row = select.executeQuery()) {
            row.next();
            return new Looked(part, row.getLong(1), RowSum.of(row, 2), row.getLong(4));
        }
    }

    private String there() {
        return "t." + dialect.quote(table.key().get(0));
    }

    private String joined(RowPart part) {
        return queries.from(part) + " LEFT JOIN " + dialect.table(plan.target(), table.name()) + " t ON "
                + queries.sameKey(table);
    }

    private static SourcePlan sourceOf(Looked part) {
        return Objects.requireNonNull(part.part().source());
    }

    /** Of one source. */
    private void tell(List<Looked> parts) throws SQLException {
        long expected = 0;
        long missing = 0;
        long changed = 0;
        RowSum found = RowSum.NONE;
        for (Looked part : parts) {
            expected += part.expected();
            missing += part.expected() - part.there().rows();
            changed += part.changed();
            found = found.plus(part.there());
        }
        SourcePlan source = sourceOf(parts.get(0));
        String subject = source.alias() + "." + table.name() + ": of " + expected + " rows ";
        foundOf.put(source.number(), found);
        if (missing > 0) {
            fault(subject + missing + (missing == 1 ? " is" : " are") + " missing in the target: "
                    + RowNames.list(
                            named(
                                    parts.stream()
                                            .filter(part -> part.there().rows() < part.expected())
                                            .toList(),
                                    there() + " IS NULL",
                                    false),
                            missing));
        }
        if (changed > 0) {
            fault(subject + changed + (changed == 1 ? " has" : " have") + " other values in the target: "
                    + RowNames.list(
                            named(
                                    parts.stream()
                                            .filter(part -> part.changed() > 0)
                                            .toList(),
                                    there() + " IS NOT NULL AND " + queries.hash(table, "e") + " <> "
                                            + queries.hash(table, "t"),
                                    true),
                            changed));
        }
    }

    private List<String> named(List<Looked> parts, String condition, boolean withColumns) throws SQLException {
        List<String> some = new ArrayList<>();
        for (Looked part : parts) {
            if (some.size() < RowNames.MOST) {
                some.addAll(sessions.with(
                        session -> named(session, part.part(), condition, withColumns, RowNames.MOST - some.size())));
            }
        }
        return some;
    }

    private List<String> named(Connection session, RowPart part, String condition, boolean withColumns, int most)
            throws SQLException {
        String columns = withColumns
                ? table.columns().stream()
                        .map(column -> ", CASE WHEN " + queries.hash(column, "e") + " <> " + queries.hash(column, "t")
                                + " THEN 1 ELSE 0 END")
                        .collect(Collectors.joining())
                : "";
        String sql = "SELECT " + names.select("e") + columns + " FROM " + joined(part) + " WHERE " + condition
                + " LIMIT " + most;
        List<String> some = new ArrayList<>();
        try (PreparedStatement select = queries.prepare(session, part, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                some.add(names.read(row, 1) + (withColumns ? " (" + changedColumns(row) + ")" : ""));
            }
        }
        return some;
    }

    private String changedColumns(ResultSet row) throws SQLException {
        List<String> changed = new ArrayList<>();
        int number = names.size();
        for (ColumnPlan column : table.columns()) {
            if (row.getInt(++number) == 1) {
                changed.add(column.name());
            }
        }
        return String.join(", ", changed);
    }
}
