package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.Cable;
import io.snowflakeid.demo.databases.DemoDatabases;
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
 * Sharded orders from beginning to end: tables, writer processes, the loss of a database, a check of every row in every database,
 * look-ups. How far the writers are is seen in the databases.
 *
 * @param databases {@code ds_0} to {@code ds_3}
 * @param orders how many orders in all, from 1; each has about 1.2 items and one payment, so 3.2 ids
 * @param writers how many processes write them, from 1
 * @param logs the folder for their logs
 */
public record OrdersStory(List<Database> databases, int orders, int writers, Path logs, ProgressLines progress) {

    /** Which database goes away for a while. Not the ledger's, without which ids would go on for what is left of a window only. */
    private static final int LOST = 2;

    private static final long NANOS_AWAY = TimeUnit.SECONDS.toNanos(4);
    private static final long FOR_EVER = Long.MAX_VALUE;
    private static final int MILLIS_BETWEEN_LOOKS = 200;
    private static final int LOOKS_UNTIL_STILL = 8; // one after the other

    /**
     * Runs it. No process is left running, also after a failure; {@code tables} has to be dropped afterwards.
     *
     * @throws CommandFailure if a process fails
     * @throws SQLException if a table exists, or a database fails
     */
    public OrdersResult run(Tables tables) throws SQLException, IOException, InterruptedException {
        create(tables);
        Outage outage = write();
        Found found = check();
        return new OrdersResult(orders, writers, found, lookUp(), outage.result(found), count());
    }

    private void create(Tables tables) throws SQLException, InterruptedException {
        tables.createLedger(databases.get(0));
        String shardTables = Tables.text(OrdersStory.class, "orders.sql");
        for (int i = 0; i < databases.size(); i++) {
            tables.create(databases.get(i), Tables.text(OrdersStory.class, "counted.sql"));
            for (int shard : Shop.shardsOf(i)) {
                progress.show("orders: create tables", shard, Shop.SHARDS);
                tables.create(databases.get(i), shardTables.replace("${shard}", String.valueOf(shard)));
            }
        }
    }

    /** How many orders the lost database held when it was cut off, and all of them when it was still, and when it came back. */
    private record Outage(long atTheCut, List<Long> before, List<Long> after, String firstError) {

        /** An order that was refused is placed again, and says so. */
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
        List<WriterProcess> processes = new ArrayList<>();
        try (Cable cable = new Cable(databases.get(LOST))) {
            List<Database> reached = new ArrayList<>(databases);
            reached.set(LOST, cable.database());
            for (int i = 0; i < writers; i++) {
                processes.add(WriterProcess.start("writer-" + i, logs, reached, OrderWriter.class, i, writers, orders));
            }
            await(processes, "write orders", orders / 2, FOR_EVER);
            long atTheCut = counts().get(LOST);
            cable.cut();
            List<Long> before = countsAtTheLoss();
            await(processes, "write without " + databases.get(LOST).name(), FOR_EVER, NANOS_AWAY);
            List<Long> after = counts();
            cable.restore();
            await(processes, "write the rest", FOR_EVER, FOR_EVER);
            List<String> refusals = new ArrayList<>();
            for (WriterProcess process : processes) { // not each of them met the lost database
                refusals.addAll(process.said("refused"));
            }
            return new Outage(atTheCut, before, after, refusals.isEmpty() ? "" : refusals.get(0));
        } finally {
            processes.forEach(WriterProcess::close);
        }
    }

    /** Until the databases hold so many orders, so much time has passed, or all processes have ended. */
    private void await(List<WriterProcess> processes, String step, long most, long nanos)
            throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        long stored = sum(counts());
        while (stored < most && System.nanoTime() - start < nanos && !areDone(processes)) {
            progress.show("orders: " + step, stored, orders);
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            stored = sum(counts());
        }
    }

    private static boolean areDone(List<WriterProcess> processes) throws IOException {
        boolean done = true;
        for (WriterProcess process : processes) {
            done &= process.isDone();
        }
        return done;
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** How many orders each database holds. */
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

    /** Of the lost database once it has been still for a while: what was on its way may yet arrive there. */
    private List<Long> countsAtTheLoss() throws SQLException, InterruptedException {
        List<Long> counts = counts();
        int still = 0;
        while (still < LOOKS_UNTIL_STILL) {
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            Long stored = counts().get(LOST);
            still = stored.equals(counts.set(LOST, stored)) ? still + 1 : 0;
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

    /** For comparison: the same orders, in one table for each database, with ids that the database counts. */
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

    /** As text: what reads JSON as JavaScript does rounds numbers of ours. */
    private static List<String> twoFrom(long least, List<Long> ids) {
        return ids.stream()
                .filter(id -> id >= least)
                .limit(2)
                .map(String::valueOf)
                .toList();
    }

    private List<LookUp> lookUp() throws IOException, InterruptedException {
        progress.show("orders: look up", 0, 0);
        try (WriterProcess reader = WriterProcess.start("look-ups", logs, databases, LookUps.class)) {
            while (!reader.isDone()) {
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            }
            List<LookUp> lookUps = new ArrayList<>();
            for (String said : reader.said("look-up")) {
                lookUps.add(new JsonMapper().readValue(said, LookUp.class));
            }
            return lookUps;
        }
    }
}
