package io.snowflakeid.demo.orders;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.LedgerTables;
import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.MerchantIndexResult;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sharded orders from beginning to end: tables, writer processes, the loss of a database, the repair of the merchants' index, a
 * check of every row in every database, look-ups, balance.
 *
 * <p>The writers take their worker ids from a shared ledger in the first database, reached past ShardingSphere.
 */
public final class OrdersScenario {

    /** 6 bits of sequence and 6 of gene: 64 ids per millisecond and writer, 64 logical shards. */
    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    /** Of the ledger. */
    static final String NAMESPACE = "orders";

    /** Which one goes away for a while. Not the ledger's, without which ids would go on for what is left of a window only. */
    static final int LOST_DATABASE = 2;

    /** Of the first repair of the merchants' index, which may meet orders on their way. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    /** One with a grace period, one without, one that finds nothing; more only if something is wrong. */
    private static final int MOST_REPAIRS = 5;

    private static final int TABLES_TO_CHECK = 3 * ShardedTables.SHARDS;

    private final List<Database> databases;
    private final CreatedTables created;
    private final OrdersOptions options;
    private final Consumer<OrdersProgress> progress;
    private final Stopwatch watch = new Stopwatch();
    private boolean allReady;

    private OrdersScenario(
            List<Database> databases, CreatedTables created, OrdersOptions options, Consumer<OrdersProgress> progress) {
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
            List<Database> databases, CreatedTables created, OrdersOptions options, Consumer<OrdersProgress> progress) {
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
        try (HeldOpen held = new HeldOpen(new ArrayList<>())) {
            for (Database database : databases) {
                held.connections().add(database.connect()); // whoever opens an H2 file first serves it to the writers
            }
            createTables();
            return written();
        } catch (SQLException e) {
            throw new OrdersFailedException("a database does not answer (" + e.getMessage() + ")", e);
        }
    }

    /** A failure to close says more than one of the writers, if a disk is full: it goes with that one. */
    private record HeldOpen(List<Connection> connections) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            SQLException failure = null;
            for (Connection connection : connections) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** The ledger's first, and here: writers that find them missing could not tell which of them made them. */
    private void createTables() {
        try {
            LedgerTables.create(databases.get(0), created);
            setUpLedger();
            ShardedTables.create(databases, created, done -> report("create tables", done, ShardedTables.TABLES));
        } catch (SQLException | WorkerLedgerException e) {
            throw new OrdersFailedException(String.valueOf(e.getMessage()), e);
        }
        watch.endPhase("create tables");
    }

    private void setUpLedger() {
        try (HikariDataSource pool = databases.get(0).pool(1)) {
            JdbcWorkerLedger.shared(LAYOUT, pool).namespace(NAMESPACE).build().setUp();
        }
    }

    /** Read past the writers' cut connections: the database itself is well. */
    private long ordersInLostDatabase() {
        try {
            return ShardedTables.ordersIn(databases.get(LOST_DATABASE), LOST_DATABASE);
        } catch (SQLException e) {
            throw new OrdersFailedException(
                    "orders of " + databases.get(LOST_DATABASE) + " could not be counted (" + e.getMessage() + ")", e);
        }
    }

    private OrdersResult written() {
        try (Writers writers = Writers.start(databases, options)) {
            OrderPlan plan = new OrderPlan(options);
            List<WriterReport> inPeace = writers.awaitWritten(this::reportReady, this::reportWritten);
            watch.endPhase("write orders");
            OutageStory outage = outage(writers, plan);
            watch.endPhase("lose a database");
            MerchantIndexResult merchantIndex = repairedIndex(writers, plan, outage.reports());
            watch.endPhase("repair index");
            OrdersCheck check = OrdersCheck.of(databases, tables -> report("check tables", tables, TABLES_TO_CHECK));
            long[] ids = check.sortedIds();
            watch.endPhase("check tables");
            List<KnownOrder> known = check.firstOfEachShard();
            report("look up", 0, known.size());
            List<LookUp> lookUps = writers.lookUp(known);
            report("look up", known.size(), known.size());
            writers.end();
            watch.endPhase("look up");
            return result(inPeace, outage, merchantIndex, check, ids, lookUps);
        }
    }

    /** What happened in the outage, and what all writers have written when it was over. */
    private record OutageStory(OutageResult result, List<WriterReport> reports) {}

    /** One database goes away, orders go on, it comes back, and what was refused is placed again. */
    private OutageStory outage(Writers writers, OrderPlan plan) {
        int planned = options.orders() - plan.firstInOutage();
        LongConsumer progress = orders -> report("lose a database", orders - plan.firstInOutage(), planned);
        progress.accept(plan.firstInOutage());
        long before = ordersInLostDatabase();
        List<OutageReport> meanwhile = writers.lose(LOST_DATABASE, progress);
        long after = ordersInLostDatabase();
        List<WriterReport> reports = writers.regain(LOST_DATABASE, progress);
        OutageResult result = new OutageResult(
                databases.get(LOST_DATABASE).name(),
                IntStream.range(0, databases.size())
                        .mapToObj(database -> outageOrders(database, plan, meanwhile))
                        .toList(),
                meanwhile.stream()
                        .mapToLong(OutageReport::slowestRefusalMillis)
                        .max()
                        .orElse(0),
                meanwhile.stream()
                        .map(OutageReport::firstError)
                        .filter(error -> !error.isEmpty())
                        .findFirst()
                        .orElse(""),
                before,
                after,
                ordersInLostDatabase() - after);
        return new OutageStory(result, reports);
    }

    private OutageOrders outageOrders(int database, OrderPlan plan, List<OutageReport> reports) {
        return new OutageOrders(
                databases.get(database).name(),
                IntStream.range(plan.firstInOutage(), options.orders())
                        .filter(order -> plan.databaseOf(order) == database)
                        .count(),
                reports.stream()
                        .mapToLong(report -> report.accepted().get(database))
                        .sum(),
                reports.stream()
                        .mapToLong(report -> report.refused().get(database))
                        .sum());
    }

    /** Nothing is on its way any more when the grace period is dropped; the last run shows that there is nothing left to do. */
    private MerchantIndexResult repairedIndex(Writers writers, OrderPlan plan, List<WriterReport> reports) {
        report("repair index", 0, MOST_REPAIRS);
        IndexState before = IndexCheck.of(databases);
        List<RepairRun> runs = new ArrayList<>(List.of(writers.repairIndex(GRACE)));
        while (runs.size() < MOST_REPAIRS && !runs.get(runs.size() - 1).isIdle()) {
            report("repair index", runs.size(), MOST_REPAIRS);
            runs.add(writers.repairIndex(Duration.ZERO));
        }
        report("repair index", MOST_REPAIRS, MOST_REPAIRS);
        return new MerchantIndexResult(
                plan.merchants(),
                planned(plan::losesItsIndexRow),
                planned(order -> order >= plan.firstInOutage()
                        && plan.indexDatabaseOf(order) == LOST_DATABASE
                        && plan.databaseOf(order) != LOST_DATABASE),
                reports.stream().mapToLong(WriterReport::indexRowsLost).sum(),
                planned(plan::isRolledBackOnce),
                reports.stream().mapToLong(WriterReport::rolledBack).sum(),
                before,
                IndexCheck.of(databases),
                runs);
    }

    private long planned(IntPredicate fate) {
        return IntStream.range(0, options.orders()).filter(fate).count();
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
            report("write orders", orders, options.orders() - options.orders() / OrderPlan.PARTS);
        }
    }

    private void report(String phase, long done, long total) {
        progress.accept(new OrdersProgress(phase, done, total));
    }

    private OrdersResult result(
            List<WriterReport> inPeace,
            OutageStory outage,
            MerchantIndexResult merchantIndex,
            OrdersCheck check,
            long[] ids,
            List<LookUp> lookUps) {
        int[] perShard = check.ordersPerShard();
        int[] textbook = Balance.ofTextbookGenerator(options.orders(), ShardedTables.SHARDS, options.seed());
        return new OrdersResult(
                options,
                ids.length,
                OrdersCheck.duplicatesAmong(ids),
                check.misplacedRows(),
                check.orphans(),
                check.incomplete(),
                rows(outage.reports()),
                Balance.of(perShard),
                Balance.of(textbook),
                lookUps.stream()
                        .filter(LookUp::byGene)
                        .mapToInt(LookUp::mostDatabases)
                        .max()
                        .orElse(0),
                lookUps,
                merchantIndex,
                outage.result(),
                check.rowsPerDatabase(),
                check.idsPerWorker(),
                rowsPerAdapter(outage.reports()),
                list(perShard),
                list(textbook),
                list(check.ordersPerHour()),
                check.prices(),
                check.mostOrdersOfOneUser(),
                watch.secondsInAll(),
                watch.secondsPerPhase(),
                rows(inPeace) / secondsOfWriting(inPeace));
    }

    private static long rows(List<WriterReport> reports) {
        return reports.stream().mapToLong(WriterReport::rows).sum();
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
