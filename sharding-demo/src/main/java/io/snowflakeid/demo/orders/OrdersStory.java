package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.Cable;
import io.snowflakeid.demo.databases.CreatedTables;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.TableScript;
import io.snowflakeid.demo.orders.OrdersResult.CountedResult;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.shop.UniquenessCheck;
import io.snowflakeid.demo.shop.UniquenessCheck.DatabaseRows;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Sharded orders from beginning to end: tables, writer processes, the loss of a database, a check of every row in every database,
 * look-ups. How far the writers are is seen in the databases.
 */
public final class OrdersStory {

    /** Which database goes away for a while. Not the ledger's, without which ids would go on for what is left of a window only. */
    private static final int LOST = 2;

    private static final TableScript TABLES = TableScript.of(OrdersStory.class, "orders.sql");
    private static final TableScript COUNTED = TableScript.of(OrdersStory.class, "counted.sql");
    private static final long NANOS_AWAY = TimeUnit.SECONDS.toNanos(4);
    private static final int MILLIS_BETWEEN_LOOKS = 200;
    private static final int LOOKS_UNTIL_STILL = 3;

    private final DemoDatabases databases;
    private final List<Database> reached;
    private final OrdersOptions options;
    private final Path logs;
    private final ProgressLines progress;

    private OrdersStory(DemoDatabases databases, OrdersOptions options, Path logs, ProgressLines progress) {
        this.databases = databases;
        this.reached = databases.orders();
        this.options = options;
        this.logs = logs;
        this.progress = progress;
    }

    /**
     * Runs it. The tables stay until {@code databases} are closed, also after a failure; no process is left running.
     *
     * @param logs the folder for the logs of the writers
     * @throws CommandFailure if a writer fails, or this thread is interrupted
     * @throws SQLException if a table exists, or a database fails
     */
    public static OrdersResult run(DemoDatabases databases, OrdersOptions options, Path logs, ProgressLines progress)
            throws SQLException {
        try {
            return new OrdersStory(databases, options, logs, progress).run();
        } catch (IOException e) {
            throw new UncheckedIOException("orders: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.interrupted(); // cleared, so that everything is closed in peace
            throw new CommandFailure(ExitCode.UNEXPECTED, "the run was interrupted", e);
        }
    }

    private OrdersResult run() throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        createTables();
        Path login = Files.createTempFile("snowflakeid-demo-", ".json");
        try {
            OutageStory outage = write(login);
            CountedResult counted = CountedOrders.write(reached);
            Found found = check();
            List<LookUp> lookUps = lookUp(login);
            double seconds = (System.nanoTime() - start) / 1e9;
            return new OrdersResult(options, found, lookUps, outage.result(found), counted, seconds);
        } finally {
            Files.delete(login);
        }
    }

    /** The ledger's first, and here: writers that find them missing could not tell which of them made them. */
    private void createTables() throws SQLException, InterruptedException {
        CreatedTables created = databases.created();
        Database ofLedger = reached.get(0);
        TableScript.ofLedger(ofLedger).create(ofLedger, created);
        try (HikariDataSource pool = ofLedger.pool(1)) {
            JdbcWorkerLedger.shared(Shop.LAYOUT, pool)
                    .namespace(Shop.NAMESPACE)
                    .build()
                    .setUp();
        }
        for (Database database : reached) {
            COUNTED.create(database, created);
        }
        for (int shard = 0; shard < Shop.SHARDS; shard++) {
            int number = shard;
            show("create tables", shard, Shop.SHARDS);
            TABLES.create(reached.get(shard / Shop.SHARDS_PER_DATABASE), created, table -> table + "_" + number, "");
        }
    }

    // -------------------------------------------------------------------------------------------- writers and outage

    /** What the databases held when one of them was lost, and when it came back. */
    private record OutageStory(String database, List<Long> before, List<Long> after, String firstError) {

        /** An order that was refused is placed again, and says so. */
        OutageResult result(Found found) {
            List<OutageOrders> orders = new ArrayList<>();
            for (int i = 0; i < before.size(); i++) {
                DatabaseRows rows = found.rowsPerDatabase().get(i);
                orders.add(new OutageOrders(rows.database(), after.get(i) - before.get(i), rows.placedAgain()));
            }
            long again = found.rowsPerDatabase().get(LOST).placedAgain();
            return new OutageResult(database, orders, firstError, before.get(LOST), after.get(LOST), again);
        }
    }

    private OutageStory write(Path login) throws SQLException, IOException, InterruptedException {
        List<Database> forWriters = new ArrayList<>(databases.ordersByTcp());
        List<WriterProcess> writers = new ArrayList<>();
        try (Cable cable = Cable.to(forWriters.get(LOST))) {
            forWriters.set(LOST, cable.database());
            PrivateFile.write(login, new JsonMapper().writeValueAsString(forWriters));
            for (int i = 0; i < options.writers(); i++) {
                writers.add(WriterProcess.start(
                        "writer-" + i,
                        logs,
                        OrderWriter.class,
                        login,
                        i,
                        options.orders(),
                        options.writers(),
                        options.seed()));
            }
            show("start writers", 0, options.writers());
            await(writers, options.orders() / 2, "write orders");
            cable.cut();
            List<Long> before = countsAtTheLoss();
            awaitOutage(writers, before);
            List<Long> after = counts();
            cable.restore();
            await(writers, options.orders(), "write the rest");
            return new OutageStory(reached.get(LOST).name(), before, after, firstRefusal(writers));
        } finally {
            writers.forEach(WriterProcess::close);
        }
    }

    /** Until the databases hold so many orders; the processes end when there are no more. */
    private void await(List<WriterProcess> writers, long orders, String step)
            throws SQLException, IOException, InterruptedException {
        long stored = sum(counts());
        while (stored < orders && !areDone(writers)) {
            show(stored == 0 ? "start writers" : step, stored, options.orders());
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            stored = sum(counts());
        }
        while (orders == options.orders() && !areDone(writers)) {
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    private void awaitOutage(List<WriterProcess> writers, List<Long> before)
            throws SQLException, IOException, InterruptedException {
        long until = System.nanoTime() + NANOS_AWAY;
        while (System.nanoTime() < until && !areDone(writers)) {
            show("write without " + reached.get(LOST).name(), sum(counts()) - sum(before), 0);
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    private static boolean areDone(List<WriterProcess> writers) throws IOException {
        boolean done = true;
        for (WriterProcess writer : writers) {
            done &= writer.isDone();
        }
        return done;
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** How many orders each database holds. */
    private List<Long> counts() throws SQLException {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < reached.size(); i++) {
            String tables = Shop.shardsOf(i).stream()
                    .map(shard -> "(SELECT COUNT(*) FROM t_order_" + shard + ")")
                    .collect(Collectors.joining(" + "));
            try (Connection connection = reached.get(i).connect();
                    Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery("SELECT " + tables)) {
                count.next();
                counts.add(count.getLong(1));
            }
        }
        return counts;
    }

    /** Now, but of the lost database once it is still: what was on its way may arrive there for a while. */
    private List<Long> countsAtTheLoss() throws SQLException, InterruptedException {
        List<Long> counts = counts();
        int still = 0;
        while (still < LOOKS_UNTIL_STILL) {
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            long stored = counts().get(LOST);
            still = counts.set(LOST, stored) == stored ? still + 1 : 0;
        }
        return counts;
    }

    private static String firstRefusal(List<WriterProcess> writers) throws IOException {
        for (WriterProcess writer : writers) {
            for (String line : writer.log()) {
                if (line.startsWith("refused: ")) {
                    return line.substring("refused: ".length());
                }
            }
        }
        return "";
    }

    // ---------------------------------------------------------------------------------------- what the databases hold

    private Found check() throws SQLException, InterruptedException {
        show("check every row", 0, Shop.SHARDS);
        Map<String, Connection> connections = new LinkedHashMap<>();
        try {
            for (Database database : reached) {
                connections.put(database.name(), database.connect());
            }
            return UniquenessCheck.of(
                    Shop.LAYOUT,
                    connections,
                    options.orders(),
                    shards -> progress.show("orders: check every row", shards, Shop.SHARDS));
        } finally {
            for (Connection connection : connections.values()) {
                connection.close();
            }
        }
    }

    private List<LookUp> lookUp(Path login) throws IOException, InterruptedException {
        show("look up", 0, 0);
        PrivateFile.write(login, new JsonMapper().writeValueAsString(databases.ordersByTcp()));
        Path answer = Files.createTempFile("snowflakeid-demo-", ".json");
        try (WriterProcess reader = WriterProcess.start("look-ups", logs, LookUps.class, login, answer)) {
            while (!reader.isDone()) {
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            }
            return new JsonMapper().readValue(answer.toFile(), new TypeReference<List<LookUp>>() {});
        } finally {
            Files.delete(answer);
        }
    }

    /** Most of the time is spent in databases, which do not notice that they are to stop. */
    private void show(String step, long done, long total) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the run was interrupted");
        }
        progress.show("orders: " + step, done, total);
    }
}
