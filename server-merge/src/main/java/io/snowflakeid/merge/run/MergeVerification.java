package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.TableConfig.Summing;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.run.VerificationResult.TableCheck;
import io.snowflakeid.merge.schema.Key;
import io.snowflakeid.merge.schema.Schema;
import io.snowflakeid.merge.schema.SchemaReader;
import io.snowflakeid.merge.schema.Table;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the target is what the plan says.
 *
 * <p>For each table and source, the rows that are expected (moved ids, new names, left-out rows) are counted and the 64-bit hashes
 * of their values summed modulo 2 to the 64th; beside them the rows of the target that have these keys. The number of all rows of
 * the table then shows that there are no others. A table without a key is summed as a whole.
 */
public final class MergeVerification {

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final long ROWS_OF_PART = 500_000;
    private static final int SAMPLES = 5;
    private static final int LONGEST_FAULT = 3_900;

    private final MergePlan plan;
    private final Sessions sessions;
    private final Dialect dialect;
    private final MergeProgress.Listener progress;
    private final int threads;
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong checked = new AtomicLong();

    private MergeVerification(PlanFile file, Server server, int threads, MergeProgress.Listener progress) {
        plan = file.plan();
        sessions = new Sessions(server, Duration.ofSeconds(plan.execution().retrySeconds()));
        dialect = server.dialect();
        this.threads = threads;
        this.progress = progress;
    }

    /**
     * Compares the target with the sources.
     *
     * @param threads sessions at once, at least 1
     * @throws MergeRefusedException if the plan has not been carried out to its end
     */
    public static VerificationResult verify(
            PlanFile file, @Nullable String password, int threads, MergeProgress.Listener progress)
            throws SQLException, InterruptedException {
        MergePlan plan = file.plan();
        try (Server server =
                Server.connect(plan.server().url(), plan.server().user(), password, threads + 1, plan.plannedAt())) {
            return new MergeVerification(file, server, threads, progress).verify(file.hash());
        }
    }

    private VerificationResult verify(String hash) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        requireFinished(hash);
        new SourceWatch(plan, sessions, threads).requireUnchanged("since the plan of " + plan.plannedAt() + " UTC");
        List<TableCheck> checks = checkRows();
        checkReferences();
        checkDefinitions();
        VerificationResult result =
                new VerificationResult(checks, List.copyOf(faults), (System.nanoTime() - start) / 1_000_000);
        note(result);
        return result;
    }

    private void requireFinished(String hash) throws SQLException {
        String state = sessions.with(session -> {
            String run = dialect.table(plan.target(), AuditNames.RUN);
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT plan_hash, state FROM " + run)) {
                return !row.next() ? "missing" : row.getString(1).equals(hash) ? row.getString(2) : "another plan's";
            }
        });
        if (!state.equals("finished")) {
            throw new MergeRefusedException("the run of this plan into " + plan.target() + " is " + state
                    + ", not finished: call run until it ends");
        }
    }

    // --------------------------------------------------------------------------------------------------------- rows

    private List<TableCheck> checkRows() throws SQLException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        for (TablePlan table : plan.tables()) {
            parts.addAll(parts(table));
        }
        long total = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        progress.progressed(new MergeProgress("compare rows", 0, total));
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Part part : parts) {
            tasks.add(() -> {
                long start = System.nanoTime();
                sessions.with(session -> part.measure(session));
                part.millis = (System.nanoTime() - start) / 1_000_000;
                progress.progressed(new MergeProgress("compare rows", checked.addAndGet(part.expected.rows), total));
                return null;
            });
        }
        SideBySide.run(threads, tasks);
        List<TableCheck> checks = new ArrayList<>();
        for (TablePlan table : plan.tables()) {
            checks.addAll(compared(
                    table,
                    parts.stream()
                            .filter(part -> part.table.name().equals(table.name()))
                            .toList()));
        }
        return checks;
    }

    private static boolean keyed(TablePlan table) {
        return !table.key().isEmpty() && table.tableClass() != TableClass.SUM_BY_KEY;
    }

    private @Nullable String nextEnd(TablePlan table, SourcePlan source, @Nullable String after) throws SQLException {
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        try (Connection session = sessions.server().session()) {
            return SpanCopier.walkOf(dialect, table)
                    .chunkEnd(session, rows.rows(), RowSelect.ROW, after, null, ROWS_OF_PART);
        }
    }

    private List<Part> parts(TablePlan table) throws SQLException {
        List<Part> parts = new ArrayList<>();
        if (table.tableClass() == TableClass.SUM_BY_KEY) {
            parts.add(new Part(table, null, null, null));
            return parts;
        }
        for (SourcePlan source : plan.sources()) {
            SourceRows rows = table.rowsOf(source.number());
            if (table.copiedFrom(source.number()) && rows != null && rows.total() > 0) {
                @Nullable String after = null;
                long left = rows.total();
                while (!table.walk().isEmpty() && left > ROWS_OF_PART * 3 / 2) {
                    @Nullable String end = nextEnd(table, source, after);
                    if (end == null) {
                        break;
                    }
                    parts.add(new Part(table, source, after, end));
                    after = end;
                    left -= ROWS_OF_PART;
                }
                parts.add(new Part(table, source, after, null));
            }
        }
        return parts;
    }

    private List<TableCheck> compared(TablePlan table, List<Part> parts) throws SQLException {
        List<TableCheck> checks = new ArrayList<>();
        long expectedRows = 0;
        BigInteger expectedHash = BigInteger.ZERO;
        for (SourcePlan source : plan.sources()) {
            Sum expected = new Sum();
            Sum found = new Sum();
            long millis = 0;
            boolean any = false;
            for (Part part : parts) {
                if (part.source == null ? source.main() : part.source.number() == source.number()) {
                    expected.add(part.expected);
                    found.add(part.found);
                    millis += part.millis;
                    any = true;
                }
            }
            if (any && keyed(table)) {
                boolean fine = expected.same(found);
                checks.add(new TableCheck(
                        table.name(),
                        source.number(),
                        expected.rows,
                        expected.hex(),
                        found.rows,
                        found.hex(),
                        fine,
                        millis));
                if (!fine) {
                    faults.add(difference(table, source, expected, found));
                }
                SourceRows planned = table.rowsOf(source.number());
                if (planned != null && planned.copied() != expected.rows) {
                    faults.add(source.alias() + "." + table.name() + ": " + planned.copied() + " rows were planned, "
                            + expected.rows + " are expected now: the source has changed");
                }
            } else if (any) {
                checks.add(new TableCheck(
                        table.name(), source.number(), expected.rows, expected.hex(), -1, "", true, millis));
            }
            expectedRows += expected.rows;
            expectedHash = expectedHash.add(expected.hash);
        }
        checks.add(total(table, expectedRows, expectedHash.mod(TWO_TO_64)));
        return checks;
    }

    /** All rows that are there; their hashes too where they could not be looked up by key. */
    private TableCheck total(TablePlan table, long expectedRows, BigInteger expectedHash) throws SQLException {
        long start = System.nanoTime();
        boolean byHash = !keyed(table) && table.tableClass() != TableClass.RECOMPUTE;
        Sum found = sessions.with(session -> {
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT COUNT(*), " + (byHash ? "SUM(" + hash(table, "t") + ")" : "0") + " FROM "
                                    + dialect.table(plan.target(), table.name()) + " t")) {
                row.next();
                return Sum.of(row, 1);
            }
        });
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (table.tableClass() == TableClass.RECOMPUTE) {
            return new TableCheck(table.name(), 0, -1, "", found.rows, "", true, millis);
        }
        boolean fine = found.rows == expectedRows && (!byHash || found.hash.equals(expectedHash));
        if (!fine && found.rows != expectedRows) {
            faults.add(table.name() + ": " + found.rows + " rows in the target, " + expectedRows + " expected");
        } else if (!fine) {
            faults.add(table.name()
                    + ": the rows of the target differ from those that are expected; as the table has no key"
                    + " to compare by, which ones is not known");
        }
        return new TableCheck(
                table.name(),
                0,
                expectedRows,
                byHash ? expectedHash.toString(16) : "",
                found.rows,
                byHash ? found.hash.toString(16) : "",
                fine,
                millis);
    }

    private String hash(TablePlan table, String alias) {
        return dialect.rowHash(table.columns().stream()
                .map(column -> new HashedColumn(alias + "." + dialect.quote(column.name()), column.column()))
                .toList());
    }

    /** A number of rows and the sum of their hashes. */
    private static final class Sum {
        private long rows;
        private BigInteger hash = BigInteger.ZERO;

        static Sum of(ResultSet row, int column) throws SQLException {
            Sum sum = new Sum();
            sum.rows = row.getLong(column);
            BigDecimal hash = row.getBigDecimal(column + 1);
            sum.hash = hash == null ? BigInteger.ZERO : hash.toBigInteger().mod(TWO_TO_64);
            return sum;
        }

        void add(Sum other) {
            rows += other.rows;
            hash = hash.add(other.hash).mod(TWO_TO_64);
        }

        boolean same(Sum other) {
            return rows == other.rows && hash.equals(other.hash);
        }

        String hex() {
            return hash.toString(16);
        }
    }

    /** Some rows of a table and source, or all rows that are summed by key. */
    private final class Part {
        private final TablePlan table;
        private final @Nullable SourcePlan source;
        private final @Nullable String after;
        private final @Nullable String end;
        private Sum expected = new Sum();
        private Sum found = new Sum();
        private long millis;

        Part(TablePlan table, @Nullable SourcePlan source, @Nullable String after, @Nullable String end) {
            this.table = table;
            this.source = source;
            this.after = after;
            this.end = end;
        }

        boolean measure(Connection session) throws SQLException {
            String sql = source == null ? summed(table) : query(source);
            dialect.use(session, source == null ? plan.target() : source.database());
            try (PreparedStatement select = session.prepareStatement(sql)) {
                if (source != null && !table.walk().isEmpty()) {
                    SpanCopier.walkOf(dialect, table).bindRange(select, after, end);
                }
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    expected = Sum.of(row, 1);
                    if (keyed(table)) {
                        found = Sum.of(row, 3);
                    }
                    return true;
                }
            }
        }

        private String query(SourcePlan from) {
            RowSelect rows = new RowSelect(plan, dialect, table, from);
            String range = table.walk().isEmpty()
                    ? ""
                    : SpanCopier.walkOf(dialect, table).range(RowSelect.ROW, after, end);
            String expectedRows = "(SELECT " + rows.namedSelect() + " FROM " + rows.from() + rows.where(range) + ") e";
            if (!keyed(table)) {
                return "SELECT COUNT(*), SUM(" + hash(table, "e") + ") FROM " + expectedRows;
            }
            String there = "t." + dialect.quote(table.key().get(0));
            return "SELECT COUNT(*), SUM(" + hash(table, "e") + "), COUNT(" + there + "), SUM(CASE WHEN " + there
                    + " IS NOT NULL THEN " + hash(table, "t") + " END) FROM " + expectedRows + " LEFT JOIN "
                    + dialect.table(plan.target(), table.name()) + " t ON " + sameKey(table);
        }
    }

    private String sameKey(TablePlan table) {
        return table.key().stream()
                .map(column -> "t." + dialect.quote(column) + " = e." + dialect.quote(column))
                .collect(Collectors.joining(" AND "));
    }

    private String summed(TablePlan table) {
        List<String> branches = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            if (table.copiedFrom(source.number())) {
                RowSelect rows = new RowSelect(plan, dialect, table, source);
                branches.add("SELECT " + rows.namedSelect() + ", " + source.number() + " AS merge_source FROM "
                        + rows.from() + rows.where());
            }
        }
        String all = "(" + String.join(" UNION ALL ", branches) + ") a";
        List<String> values = new ArrayList<>();
        for (ColumnPlan column : table.columns()) {
            String name = dialect.quote(column.name());
            values.add((table.key().contains(column.name()) ? "a." + name : aggregated(table, column)) + " AS " + name);
        }
        String keys =
                table.key().stream().map(column -> "a." + dialect.quote(column)).collect(Collectors.joining(", "));
        // the first source's row, for columns that are taken from it
        String ordered = "(SELECT a.*, ROW_NUMBER() OVER (PARTITION BY " + keys
                + " ORDER BY a.merge_source) AS merge_place FROM " + all + ") a";
        return "SELECT COUNT(*), SUM(" + hash(table, "e") + ") FROM (SELECT " + String.join(", ", values) + " FROM "
                + ordered + " GROUP BY " + keys + ") e";
    }

    private String aggregated(TablePlan table, ColumnPlan column) {
        String name = "a." + dialect.quote(column.name());
        String value =
                switch (table.sums().getOrDefault(column.name(), Summing.FIRST)) {
                    case SUM -> "SUM(" + name + ")";
                    case MAX -> "MAX(" + name + ")";
                    case MIN -> "MIN(" + name + ")";
                    case FIRST -> "MAX(CASE WHEN a.merge_place = 1 THEN " + name + " END)";
                };
        return value;
    }

    private String difference(TablePlan table, SourcePlan source, Sum expected, Sum found) throws SQLException {
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        String key = "t." + dialect.quote(table.key().get(0));
        String columns =
                table.key().stream().map(column -> "e." + dialect.quote(column)).collect(Collectors.joining(", "));
        String sql = "SELECT " + columns + ", CASE WHEN " + key
                + " IS NULL THEN 'is missing' ELSE 'has other values' END FROM (SELECT "
                + rows.namedSelect() + " FROM " + rows.from() + rows.where() + ") e LEFT JOIN "
                + dialect.table(plan.target(), table.name()) + " t ON " + sameKey(table) + " WHERE " + key
                + " IS NULL OR "
                + hash(table, "e") + " <> " + hash(table, "t") + " LIMIT " + SAMPLES;
        List<String> samples = sessions.with(session -> {
            dialect.use(session, source.database());
            List<String> some = new ArrayList<>();
            try (Statement statement = session.createStatement();
                    ResultSet differing = statement.executeQuery(sql)) {
                while (differing.next()) {
                    List<String> values = new ArrayList<>();
                    for (int i = 0; i < table.key().size(); i++) {
                        values.add(table.key().get(i) + " = " + differing.getString(i + 1));
                    }
                    some.add(String.join(", ", values) + " "
                            + differing.getString(table.key().size() + 1));
                }
            }
            return some;
        });
        return source.alias() + "." + table.name() + ": of " + expected.rows + " rows " + (expected.rows - found.rows)
                + " are missing" + (expected.rows == found.rows ? ", and values differ" : "")
                + "; in the target, the row with "
                + String.join("; with ", samples);
    }

    // -------------------------------------------------------------------------------------- references, definitions

    private void checkReferences() throws SQLException, InterruptedException {
        OrphanCount orphans = new OrphanCount(plan, dialect);
        List<Callable<Void>> tasks = new ArrayList<>();
        AtomicLong done = new AtomicLong();
        for (ReferencePlan reference : plan.references()) {
            tasks.add(() -> {
                long found = sessions.with(session -> orphans.inTarget(session, reference));
                if (found != orphans.expected(reference)) {
                    faults.add(reference.name() + ": " + found + " rows of the target refer to nothing, "
                            + orphans.expected(reference) + " expected");
                }
                progress.progressed(new MergeProgress(
                        "follow references",
                        done.incrementAndGet(),
                        plan.references().size()));
                return null;
            });
        }
        SideBySide.run(threads, tasks);
    }

    /** Unique keys are there as indexes, which hold no value twice; counters stand above what is there. */
    private void checkDefinitions() throws SQLException {
        Schema main = sessions.with(
                session -> SchemaReader.read(session, plan.sources().get(0).database()));
        Schema target = sessions.with(session -> SchemaReader.read(session, plan.target()));
        for (TablePlan table : plan.tables()) {
            Table wanted = main.tables().get(table.name());
            Table there = target.tables().get(table.name());
            if (there == null || wanted == null) {
                faults.add(table.name() + ": the table is missing");
                continue;
            }
            for (Key key : wanted.keys()) {
                if (!there.keys().contains(key)) {
                    faults.add(table.name() + ": the key " + key.name() + " is missing or another one");
                }
            }
            if (wanted.foreignKeys().size() != there.foreignKeys().size()) {
                faults.add(table.name() + ": " + there.foreignKeys().size() + " foreign keys, "
                        + wanted.foreignKeys().size() + " expected");
            }
            checkCounter(table, there);
        }
    }

    private void checkCounter(TablePlan table, Table there) throws SQLException {
        Optional<ColumnPlan> counted = table.columns().stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
        Long next = there.nextAutoIncrement();
        if (counted.isPresent()) {
            long greatest = sessions.with(session -> {
                try (Statement statement = session.createStatement();
                        ResultSet row = statement.executeQuery("SELECT COALESCE(MAX("
                                + dialect.quote(counted.get().name()) + "), 0) FROM "
                                + dialect.table(plan.target(), table.name()))) {
                    row.next();
                    return row.getLong(1);
                }
            });
            if (next != null && next <= greatest) {
                faults.add(table.name() + ": the next id is " + next + ", and " + greatest + " is taken already");
            }
        }
    }

    private void note(VerificationResult result) throws SQLException {
        String table = dialect.table(plan.target(), AuditNames.CHECK);
        sessions.inTransaction(session -> {
            try (Statement statement = session.createStatement();
                    PreparedStatement insert = session.prepareStatement("INSERT INTO " + table
                            + " (table_name, source, expected_rows, expected_hash, found_rows, found_hash, fine, millis,"
                            + " checked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                statement.execute("DELETE FROM " + table);
                for (TableCheck check : result.tables()) {
                    insert.setString(1, check.table());
                    insert.setInt(2, check.source());
                    insert.setLong(3, check.expectedRows());
                    insert.setString(4, check.expectedHash());
                    insert.setLong(5, check.foundRows());
                    insert.setString(6, check.foundHash());
                    insert.setInt(7, check.fine() ? 1 : 0);
                    insert.setLong(8, check.millis());
                    insert.setTimestamp(9, Timestamp.from(Instant.now()));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            noteFaults(session);
            return true;
        });
    }

    private void noteFaults(Connection session) throws SQLException {
        String table = dialect.table(plan.target(), AuditNames.FAULT);
        try (Statement statement = session.createStatement();
                PreparedStatement insert =
                        session.prepareStatement("INSERT INTO " + table + " (number, fault) VALUES (?, ?)")) {
            statement.execute("DELETE FROM " + table);
            for (int i = 0; i < faults.size(); i++) {
                String fault = faults.get(i);
                insert.setInt(1, i + 1);
                insert.setString(2, fault.length() <= LONGEST_FAULT ? fault : fault.substring(0, LONGEST_FAULT));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
