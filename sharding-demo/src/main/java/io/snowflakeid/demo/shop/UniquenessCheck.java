package io.snowflakeid.demo.shop;

import io.snowflakeid.SnowflakeLayout;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Reads every row of every table from the physical databases, past ShardingSphere, and finds whatever is out of place. All ids are
 * compared with each other, not a sample: 8 bytes of memory each.
 */
public final class UniquenessCheck {

    private final SnowflakeLayout layout;
    private final int shards;
    private final LongStream.Builder ids = LongStream.builder();
    private final BitSet numbers = new BitSet();
    private final Map<Long, Long> idsPerWorker = new TreeMap<>();
    private final List<DatabaseRows> rowsPerDatabase = new ArrayList<>();
    private final int[] ordersPerShard;
    private long numbersTwice;
    private long misplaced;
    private long orphans;
    private long incomplete;

    private UniquenessCheck(SnowflakeLayout layout) {
        this.layout = layout;
        shards = 1 << layout.geneBits();
        ordersPerShard = new int[shards];
    }

    /** The orders of a shard, sorted by id, and their amounts. */
    @SuppressWarnings("ArrayRecordComponent") // two of these are never compared
    private record Orders(long[] ids, long[] cents) {}

    /** Rows that one database holds; {@code placedAgain} of the orders were not accepted at the first attempt. */
    public record DatabaseRows(String database, long orders, long items, long payments, long placedAgain) {}

    /** How many ids one worker made, as decoded from the ids. */
    public record WorkerIds(long worker, long ids) {}

    /**
     * What was found.
     *
     * @param idsChecked how many ids were read, and compared with each other
     * @param duplicates how many of them occur more than once, counted beyond the first
     * @param misplacedRows rows outside the table of their gene, and orders whose gene is not their user's
     * @param orphans items and payments without their order in the same shard
     * @param incomplete orders whose items, or whose payments, do not add up to the order's amount
     * @param ordersMissing orders that were placed and are not there
     * @param ordersTwice orders that are there more than once, with another id
     */
    public record Found(
            long idsChecked,
            long duplicates,
            long misplacedRows,
            long orphans,
            long incomplete,
            long ordersMissing,
            long ordersTwice,
            List<DatabaseRows> rowsPerDatabase,
            List<WorkerIds> idsPerWorker,
            List<Integer> ordersPerShard) {}

    /**
     * Reads all.
     *
     * @param layout of the ids, whose gene is the number of a shard
     * @param databases in the order of the rules, by name; each has an equal share of the shards
     * @param orders how many were placed, with the numbers 0 to {@code orders - 1}
     * @param shardsRead called with the number of shards that have been read so far
     */
    public static Found of(
            SnowflakeLayout layout, Map<String, Connection> databases, int orders, IntConsumer shardsRead)
            throws SQLException {
        UniquenessCheck check = new UniquenessCheck(layout);
        int each = check.shards / databases.size();
        int first = 0;
        for (Map.Entry<String, Connection> database : databases.entrySet()) {
            check.database(database.getKey(), database.getValue(), first, first + each, shardsRead);
            first += each;
        }
        return check.found(orders);
    }

    private void database(String name, Connection connection, int first, int end, IntConsumer shardsRead)
            throws SQLException {
        long[] rows = new long[3];
        long again = 0;
        for (int shard = first; shard < end; shard++) {
            Orders orders = orders(connection, shard);
            BitSet unpaid = new BitSet();
            rows[0] += orders.ids().length;
            rows[1] += children(connection, "t_order_item_" + shard, "quantity * price_cents", shard, orders, unpaid);
            rows[2] += children(connection, "t_payment_" + shard, "amount_cents", shard, orders, unpaid);
            incomplete += unpaid.cardinality();
            again += placedAgain(connection, shard);
            shardsRead.accept(shard + 1);
        }
        rowsPerDatabase.add(new DatabaseRows(name, rows[0], rows[1], rows[2], again));
    }

    private Orders orders(Connection connection, int shard) throws SQLException {
        LongStream.Builder orders = LongStream.builder();
        LongStream.Builder amounts = LongStream.builder();
        String sql = "SELECT id, user_id, number, amount_cents FROM t_order_" + shard + " ORDER BY id";
        try (Statement statement = streaming(connection);
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                long id = row.getLong(1);
                note(id, shard, layout.geneOf(row.getLong(2)) == layout.geneIn(id));
                noteNumber(row.getInt(3));
                orders.add(id);
                amounts.add(row.getLong(4));
                ordersPerShard[shard]++;
            }
        }
        return new Orders(orders.build().toArray(), amounts.build().toArray());
    }

    private void noteNumber(int number) {
        numbersTwice += numbers.get(number) ? 1 : 0;
        numbers.set(number);
    }

    private static long placedAgain(Connection connection, int shard) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet count =
                        statement.executeQuery("SELECT COUNT(*) FROM t_order_" + shard + " WHERE attempt > 1")) {
            count.next();
            return count.getLong(1);
        }
    }

    /** Checks items or payments; {@code unpaid} gets the index of each order whose rows do not add up to its amount. */
    private long children(Connection connection, String table, String cents, int shard, Orders orders, BitSet unpaid)
            throws SQLException {
        long rows = 0;
        long[] open = orders.cents().clone();
        try (Statement statement = streaming(connection);
                ResultSet row = statement.executeQuery("SELECT id, order_id, " + cents + " FROM " + table)) {
            while (row.next()) {
                note(row.getLong(1), shard, true);
                int order = Arrays.binarySearch(orders.ids(), row.getLong(2));
                if (order < 0) {
                    orphans++;
                } else {
                    open[order] -= row.getLong(3);
                }
                rows++;
            }
        }
        IntStream.range(0, open.length).filter(order -> open[order] != 0).forEach(unpaid::set);
        return rows;
    }

    private void note(long id, int shard, boolean geneIsTheUsers) {
        ids.add(id);
        if (layout.geneIn(id) != shard || !geneIsTheUsers) {
            misplaced++;
        }
        idsPerWorker.merge(layout.decode(id).worker(), 1L, Long::sum);
    }

    private static Statement streaming(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        if (connection.getMetaData().getURL().startsWith("jdbc:mysql:")) {
            statement.setFetchSize(Integer.MIN_VALUE); // its driver's word for row by row instead of all at once
        }
        return statement;
    }

    private Found found(int orders) {
        long[] sorted = ids.build().sorted().toArray();
        return new Found(
                sorted.length,
                duplicatesAmong(sorted),
                misplaced,
                orphans,
                incomplete,
                orders - numbers.cardinality(),
                numbersTwice,
                List.copyOf(rowsPerDatabase),
                idsPerWorker.entrySet().stream()
                        .map(worker -> new WorkerIds(worker.getKey(), worker.getValue()))
                        .toList(),
                Arrays.stream(ordersPerShard).boxed().toList());
    }

    /** How many of sorted ids occur more than once, counted beyond the first. */
    public static long duplicatesAmong(long[] sortedIds) {
        return IntStream.range(1, sortedIds.length)
                .filter(i -> sortedIds[i] == sortedIds[i - 1])
                .count();
    }
}
