package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.NetworkLink;
import io.snowflakeid.demo.databases.Tables;
import io.snowflakeid.demo.orders.OrdersResult.CountedResult;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.Neighbours;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.shop.UniquenessCheck;
import io.snowflakeid.demo.shop.UniquenessCheck.DatabaseRows;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Writes orders in several processes, simulates the outage of one database, and checks all rows.
 *
 * @param databases the databases {@code ds_0} to {@code ds_3}
 * @param orders the number of orders, at least 1
 * @param writers the number of writer processes, at least 1
 * @param logs the folder for the log files of the child processes
 */
public record OrdersScenario(List<Database> databases, int orders, int writers, Path logs, ProgressLines progress) {

    /** The index of the database with the simulated outage. The database with index 0 contains the ledger and must not fail. */
    private static final int LOST = 2;

    private static final long OUTAGE_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final int POLL_MILLIS = 200;
    private static final int POLLS_UNTIL_STABLE = 8; // this number of consecutive polls must give the same count

    /**
     * Writes, checks and queries the orders. The caller must call {@link Tables#drop} after this method.
     *
     * @throws CommandFailure if a child process fails
     * @throws SQLException if a table already exists, or a database access fails
     */
    public OrdersResult run(Tables tables) throws SQLException, IOException, InterruptedException {
        create(tables);
        Outage outage = write();
        Found found = check();
        return new OrdersResult(orders, writers, found, lookUp(), outage.result(found), count());
    }

    private void create(Tables tables) throws SQLException, InterruptedException {
        tables.createLedger(databases.get(0));
        String shardTables = Tables.text(OrdersScenario.class, "orders.sql");
        for (int i = 0; i < databases.size(); i++) {
            tables.create(databases.get(i), Tables.text(OrdersScenario.class, "counted.sql"));
            for (int shard : Shop.shardsOf(i)) {
                progress.show("orders: create tables", shard, Shop.SHARDS);
                tables.create(databases.get(i), shardTables.replace("${shard}", String.valueOf(shard)));
            }
        }
    }

    private record Outage(long atTheCut, List<Long> before, List<Long> after, String firstError) {

        OutageResult result(Found found) {
            List<OutageOrders> orders = new ArrayList<>();
            for (int i = 0; i < before.size(); i++) {
                DatabaseRows rows = found.rowsPerDatabase().get(i);
                orders.add(new OutageOrders(rows.database(), after.get(i) - before.get(i), rows.placedAgain()));
            }
            DatabaseRows lost = found.rowsPerDatabase().get(LOST);
            return new OutageResult(lost.database(), lost.orders() - atTheCut, orders, firstError);
        }
    }

    private Outage write() throws SQLException, IOException, InterruptedException {
        List<ChildProcess> processes = new ArrayList<>();
        try (NetworkLink link = new NetworkLink(databases.get(LOST))) {
            List<Database> reached = new ArrayList<>(databases);
            reached.set(LOST, link.database());
            for (int i = 0; i < writers; i++) {
                processes.add(ChildProcess.start("writer-" + i, logs, reached, OrderWriter.class, i, writers, orders));
            }
            await(processes, "write orders", orders / 2, UNLIMITED);
            long atTheCut = counts().get(LOST);
            link.cut();
            List<Long> before = countsAtTheLoss();
            await(processes, "write without " + databases.get(LOST).name(), UNLIMITED, OUTAGE_NANOS);
            List<Long> after = counts();
            link.restore();
            await(processes, "write the rest", UNLIMITED, UNLIMITED);
            List<String> refusals = new ArrayList<>();
            for (ChildProcess process : processes) { // a process without orders for the lost database logs no rejection
                refusals.addAll(process.linesWith("rejected"));
            }
            return new Outage(atTheCut, before, after, refusals.isEmpty() ? "" : refusals.get(0));
        } finally {
            processes.forEach(ChildProcess::close);
        }
    }

    /** Waits until the given number of orders is stored, the given time has passed, or all processes have ended. */
    private void await(List<ChildProcess> processes, String step, long most, long nanos)
            throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        long stored = sum(counts());
        while (stored < most && System.nanoTime() - start < nanos && !areDone(processes)) {
            progress.show("orders: " + step, stored, orders);
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            stored = sum(counts());
        }
    }

    private static boolean areDone(List<ChildProcess> processes) throws IOException {
        boolean done = true;
        for (ChildProcess process : processes) {
            done &= process.isDone();
        }
        return done;
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    private List<Long> counts() throws SQLException {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            String tables = Shop.shardsOf(i).stream()
                    .map(shard -> "(SELECT COUNT(*) FROM t_order_" + shard + ")")
                    .collect(Collectors.joining(" + "));
            counts.add(DemoDatabases.number(databases.get(i), "SELECT " + tables));
        }
        return counts;
    }

    /** Returns the order count of each database. The method waits until transactions in progress in the failed database have ended. */
    private List<Long> countsAtTheLoss() throws SQLException, InterruptedException {
        List<Long> counts = counts();
        int stable = 0;
        while (stable < POLLS_UNTIL_STABLE) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            Long stored = counts().get(LOST);
            stable = stored.equals(counts.set(LOST, stored)) ? stable + 1 : 0;
        }
        return counts;
    }

    private Found check() throws SQLException {
        UniquenessCheck check = new UniquenessCheck(Shop.LAYOUT);
        for (int i = 0; i < databases.size(); i++) {
            progress.show("orders: check every row", i, databases.size());
            try (Connection connection = databases.get(i).connect()) {
                check.read(databases.get(i).name(), connection, Shop.shardsOf(i));
            }
        }
        return check.found(orders);
    }

    /** Copies all orders to tables with AUTO_INCREMENT ids for comparison. */
    private CountedResult count() throws SQLException {
        List<Long> ids = new ArrayList<>();
        List<Neighbours> neighbours = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            try (Connection connection = databases.get(i).connect();
                    Statement statement = connection.createStatement()) {
                for (int shard : Shop.shardsOf(i)) {
                    statement.execute("INSERT INTO counted_order (user_id) SELECT user_id FROM t_order_" + shard);
                }
                List<Long> counted = ids(statement, "counted_order ORDER BY id");
                List<Long> ours = ids(statement, "t_order_" + i * Shop.SHARDS_PER_DATABASE + " ORDER BY id");
                neighbours.add(new Neighbours(databases.get(i).name(), twoFrom(1000, counted), twoFrom(1000, ours)));
                ids.addAll(counted);
            }
        }
        long[] sorted = ids.stream().mapToLong(Long::longValue).sorted().toArray();
        long firsts = LongStream.of(sorted).filter(id -> id == 1).count();
        return new CountedResult(sorted.length, UniquenessCheck.duplicatesAmong(sorted), firsts, neighbours);
    }

    private static List<Long> ids(Statement statement, String table) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT id FROM " + table)) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        return ids;
    }

    /** Returns ids as strings, because JavaScript rounds large numbers. */
    private static List<String> twoFrom(long least, List<Long> ids) {
        return ids.stream()
                .filter(id -> id >= least)
                .limit(2)
                .map(String::valueOf)
                .toList();
    }

    private List<LookUp> lookUp() throws IOException, InterruptedException {
        progress.show("orders: look up", 0, 0);
        try (ChildProcess reader = ChildProcess.start("look-ups", logs, databases, LookUps.class)) {
            while (!reader.isDone()) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            List<LookUp> lookUps = new ArrayList<>();
            for (String line : reader.linesWith("look-up")) {
                lookUps.add(new JsonMapper().readValue(line, LookUp.class));
            }
            return lookUps;
        }
    }
}
