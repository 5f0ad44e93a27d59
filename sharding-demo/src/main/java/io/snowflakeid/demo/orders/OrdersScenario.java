package io.snowflakeid.demo.orders;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.DemoDatabase;
import io.snowflakeid.demo.LedgerTables;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Sharded orders from beginning to end: tables, writer processes, a check of every row in every database, look-ups, balance.
 *
 * <p>The writers take their worker ids from a shared ledger in the first database, reached past ShardingSphere.
 */
public final class OrdersScenario {

    /** 6 bits of sequence and 6 of gene: 64 ids per millisecond and writer, 64 logical shards. */
    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    /** Of the ledger. */
    static final String NAMESPACE = "orders";

    private final List<DemoDatabase> databases;
    private final CreatedTables created;
    private final OrdersOptions options;
    private final Consumer<OrdersProgress> progress;
    private final Stopwatch watch = new Stopwatch();
    private boolean allReady;

    private OrdersScenario(
            List<DemoDatabase> databases,
            CreatedTables created,
            OrdersOptions options,
            Consumer<OrdersProgress> progress) {
        this.databases = databases;
        this.created = created;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Runs it. The tables stay, for people who want to look at them, until {@code created} drops
     * them; so they do after a failure.
     *
     * @param databases 4 of them, MySQL, or H2 in files that several processes share; a table of {@link #tableNames} that is there
     *     already stays as it is and fails the run
     * @param created gets the tables that are created
     * @param progress called by this thread
     * @throws OrdersFailedException if a table exists, a database fails, a writer fails, or this thread is interrupted; no writer is
     *     left running
     */
    public static OrdersResult run(
            List<DemoDatabase> databases,
            CreatedTables created,
            OrdersOptions options,
            Consumer<OrdersProgress> progress) {
        if (databases.size() != ShardedTables.DATABASES) {
            throw new IllegalArgumentException(
                    "orders needs " + ShardedTables.DATABASES + " databases, but got " + databases.size());
        }
        try {
            return new OrdersScenario(List.copyOf(databases), created, options, progress).run();
        } catch (OrdersFailedException e) {
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /** Every table that {@link #run} creates, in one database or another, the ledger's included. */
    public static List<String> tableNames() {
        return Stream.concat(ShardedTables.names().stream(), LedgerTables.names().stream())
                .toList();
    }

    private OrdersResult run() {
        List<Connection> held = new ArrayList<>();
        try {
            for (DemoDatabase database : databases) {
                held.add(database.connect()); // whoever opens an H2 file first serves it to the writers
            }
            createTables();
            return written();
        } catch (SQLException e) {
            throw new OrdersFailedException("a database does not answer (" + e.getMessage() + ")", e);
        } finally {
            held.forEach(OrdersScenario::closeQuietly);
        }
    }

    /** The ledger's first, and here: writers that find them missing could not tell which of them made them. */
    private void createTables() {
        try {
            LedgerTables.create(databases.get(0), created);
            ShardedTables.create(databases, created, done -> report("create tables", done, 3 * ShardedTables.SHARDS));
        } catch (SQLException e) {
            throw new OrdersFailedException(String.valueOf(e.getMessage()), e);
        }
        watch.endPhase("create tables");
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            System.getLogger(OrdersScenario.class.getName())
                    .log(System.Logger.Level.WARNING, "a connection could not be closed", e);
        }
    }

    private OrdersResult written() {
        try (Writers writers = Writers.start(databases, options)) {
            List<WriterReport> reports = writers.awaitWritten(this::reportReady, this::reportWritten);
            watch.endPhase("write orders");
            OrdersCheck check =
                    OrdersCheck.of(databases, tables -> report("check tables", tables, 3 * ShardedTables.SHARDS));
            long[] ids = check.sortedIds();
            watch.endPhase("check tables");
            List<KnownOrder> known = check.firstOfEachShard();
            report("look up", 0, known.size());
            List<LookUp> lookUps = writers.lookUp(known);
            report("look up", known.size(), known.size());
            writers.end();
            watch.endPhase("look up");
            return result(reports, check, ids, lookUps);
        }
    }

    private void reportReady(long writers) {
        report("start writers", writers, options.writers());
        if (writers == options.writers()) {
            allReady = true;
            watch.endPhase("start writers");
        }
    }

    /** The first writers write while the last one still starts; that is shown when all are there. */
    private void reportWritten(long orders) {
        if (allReady) {
            report("write orders", orders, options.orders());
        }
    }

    private void report(String phase, long done, long total) {
        progress.accept(new OrdersProgress(phase, done, total));
    }

    private OrdersResult result(List<WriterReport> reports, OrdersCheck check, long[] ids, List<LookUp> lookUps) {
        int[] perShard = check.ordersPerShard();
        int[] textbook = Balance.ofTextbookGenerator(options.orders(), ShardedTables.SHARDS, options.seed());
        return new OrdersResult(
                options,
                ids.length,
                OrdersCheck.duplicatesAmong(ids),
                check.misplacedRows(),
                check.orphans(),
                reports.stream().mapToLong(WriterReport::rows).sum(),
                Balance.of(perShard),
                Balance.of(textbook),
                lookUps.stream().limit(2).mapToInt(LookUp::mostDatabases).max().orElse(0),
                lookUps,
                check.rowsPerDatabase(),
                check.idsPerWorker(),
                rowsPerAdapter(reports),
                list(perShard),
                list(textbook),
                list(check.ordersPerHour()),
                check.prices(),
                check.mostOrdersOfOneUser(),
                watch.secondsInAll(),
                watch.secondsPerPhase(),
                ids.length / secondsOfWriting(reports));
    }

    private static Map<String, Long> rowsPerAdapter(List<WriterReport> reports) {
        Map<String, Long> rows = new TreeMap<>();
        reports.forEach(report -> report.rowsThrough().forEach((name, count) -> rows.merge(name, count, Long::sum)));
        return rows;
    }

    private static double secondsOfWriting(List<WriterReport> reports) {
        long started =
                reports.stream().mapToLong(WriterReport::startedMillis).min().orElse(0);
        long ended = reports.stream().mapToLong(WriterReport::endedMillis).max().orElse(0);
        return Math.max(1, ended - started) / 1000.0;
    }

    private static List<Integer> list(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
