package io.snowflakeid.demo.orders;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.orders.OrdersResult.DatabaseRows;
import io.snowflakeid.demo.orders.OrdersResult.PriceBucket;
import io.snowflakeid.demo.orders.OrdersResult.WorkerIds;
import io.snowflakeid.demo.orders.ShardedTables.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Reads every row of every table from the physical databases, past ShardingSphere, and finds whatever is out of place. All ids
 * are compared with each other, not a sample.
 */
final class OrdersCheck {

    private static final long[] PRICE_STEPS = {0, 500, 10_00, 20_00, 40_00, 80_00, 160_00, 320_00, 640_00, 1280_00};

    private final SnowflakeLayout layout = OrdersScenario.LAYOUT;
    private final LongStream.Builder ids = LongStream.builder();
    private final Map<Long, Integer> ordersOfUser = new HashMap<>();
    private final Map<Long, Long> idsOfWorker = new TreeMap<>();
    private final Map<Long, Integer> ordersOfMerchant = new HashMap<>();
    private final List<KnownOrder> firstOfEachShard = new ArrayList<>(); // what is read later is still missing in them
    private final Map<Long, Long> paymentOfFirst = new HashMap<>(); // by order
    private final List<DatabaseRows> rows = new ArrayList<>();
    private final int[] ordersPerShard = new int[ShardedTables.SHARDS];
    private final int[] ordersPerHour = new int[24];
    private final long[] itemsPerStep = new long[PRICE_STEPS.length];
    private long misplacedRows;
    private long orphans;
    private long incomplete;

    /** One shard's orders, sorted by id, and their amounts. */
    @SuppressWarnings("ArrayRecordComponent") // two of these are never compared, and there may be millions of numbers
    private record Orders(long[] ids, long[] cents) {}

    private OrdersCheck() {}

    /**
     * Reads all.
     *
     * @param tablesRead called with the number of tables that have been read so far
     */
    static OrdersCheck of(List<Database> databases, LongConsumer tablesRead) {
        OrdersCheck check = new OrdersCheck();
        long tables = 0;
        for (int i = 0; i < databases.size(); i++) {
            Database database = databases.get(i);
            try (Connection connection = database.connect()) {
                DatabaseRows rows = new DatabaseRows(database.name(), 0, 0, 0);
                for (int shard : ShardedTables.shardsOf(i)) {
                    rows = check.shard(connection, shard, rows);
                    tables += Kind.values().length;
                    tablesRead.accept(tables);
                }
                check.rows.add(rows);
            } catch (SQLException e) {
                throw new OrdersFailedException(
                        "rows of " + database + " could not be read (" + e.getMessage() + ")", e);
            }
        }
        return check;
    }

    /** Checks one shard, and adds its rows to those of its database. */
    private DatabaseRows shard(Connection connection, int shard, DatabaseRows rows) throws SQLException {
        Orders orders = orders(connection, shard);
        BitSet unpaid = new BitSet();
        DatabaseRows more = new DatabaseRows(
                rows.database(),
                rows.orders() + orders.ids().length,
                rows.items()
                        + children(connection, Kind.ITEM, "quantity * price_cents, price_cents", shard, orders, unpaid),
                rows.payments() + children(connection, Kind.PAYMENT, "amount_cents", shard, orders, unpaid));
        incomplete += unpaid.cardinality();
        return more;
    }

    private Orders orders(Connection connection, int shard) throws SQLException {
        LongStream.Builder orders = LongStream.builder();
        LongStream.Builder amounts = LongStream.builder();
        String sql = "SELECT id, user_id, merchant_id, created_at, status, amount_cents FROM " + Kind.ORDER.table(shard)
                + " ORDER BY id";
        try (Statement statement = streaming(connection);
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                long id = row.getLong(1);
                long user = row.getLong(2);
                long merchant = row.getLong(3);
                if (ordersPerShard[shard] == 0) {
                    firstOfEachShard.add(new KnownOrder(id, user, merchant, row.getString(5), row.getLong(6), 0, 0));
                }
                note(id, shard, layout.geneOf(user) == layout.geneIn(id));
                orders.add(id);
                amounts.add(row.getLong(6));
                ordersPerShard[shard]++;
                ordersPerHour[row.getObject(4, LocalDateTime.class).getHour()]++;
                ordersOfUser.merge(user, 1, Integer::sum);
                ordersOfMerchant.merge(merchant, 1, Integer::sum);
            }
        }
        return new Orders(orders.build().toArray(), amounts.build().toArray());
    }

    /**
     * Checks the rows of one kind.
     *
     * @param cents what a row covers of its order's amount, and for an item its price
     * @param unpaid gets the index of each order whose rows do not add up to its amount
     */
    private long children(Connection connection, Kind kind, String cents, int shard, Orders orders, BitSet unpaid)
            throws SQLException {
        long rows = 0;
        long[] open = orders.cents().clone();
        String sql = "SELECT id, order_id, " + cents + " FROM " + kind.table(shard);
        try (Statement statement = streaming(connection);
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                note(row.getLong(1), shard, true);
                int order = Arrays.binarySearch(orders.ids(), row.getLong(2));
                if (order < 0) {
                    orphans++;
                } else {
                    open[order] -= row.getLong(3);
                }
                if (order == 0 && kind == Kind.PAYMENT) {
                    paymentOfFirst.put(row.getLong(2), row.getLong(1));
                }
                if (kind == Kind.ITEM) {
                    itemsPerStep[step(row.getLong(4))]++;
                }
                rows++;
            }
        }
        IntStream.range(0, open.length).filter(order -> open[order] != 0).forEach(unpaid::set);
        return rows;
    }

    private static Statement streaming(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        if (connection.getMetaData().getURL().startsWith("jdbc:mysql:")) {
            statement.setFetchSize(Integer.MIN_VALUE); // its driver's word for row by row instead of all at once
        }
        return statement;
    }

    private void note(long id, int shard, boolean geneIsTheUsers) {
        ids.add(id);
        if (layout.geneIn(id) != shard || !geneIsTheUsers) {
            misplacedRows++;
        }
        idsOfWorker.merge(layout.decode(id).worker(), 1L, Long::sum);
    }

    private static int step(long cents) {
        int step = PRICE_STEPS.length - 1;
        while (step > 0 && cents < PRICE_STEPS[step]) {
            step--;
        }
        return step;
    }

    // ------------------------------------------------------------------------------------------------------- what was
    // found

    /** All ids, sorted. For one call: they are let go of afterwards. */
    long[] sortedIds() {
        return ids.build().sorted().toArray();
    }

    /** How many of these occur more than once, counted beyond the first. */
    static long duplicatesAmong(long[] sortedIds) {
        return IntStream.range(1, sortedIds.length)
                .filter(i -> sortedIds[i] == sortedIds[i - 1])
                .count();
    }

    long misplacedRows() {
        return misplacedRows;
    }

    long orphans() {
        return orphans;
    }

    /** Orders whose items, or whose payments, do not add up to the order's amount. */
    long incomplete() {
        return incomplete;
    }

    int[] ordersPerShard() {
        return ordersPerShard.clone();
    }

    int[] ordersPerHour() {
        return ordersPerHour.clone();
    }

    int mostOrdersOfOneUser() {
        return ordersOfUser.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** One of each shard that has any. */
    List<KnownOrder> firstOfEachShard() {
        return firstOfEachShard.stream()
                .map(known -> new KnownOrder(
                        known.id(),
                        known.userId(),
                        known.merchantId(),
                        known.status(),
                        known.amountCents(),
                        paymentOfFirst.getOrDefault(known.id(), 0L),
                        ordersOfMerchant.getOrDefault(known.merchantId(), 0)))
                .toList();
    }

    List<DatabaseRows> rowsPerDatabase() {
        return List.copyOf(rows);
    }

    List<WorkerIds> idsPerWorker() {
        return idsOfWorker.entrySet().stream()
                .map(entry -> new WorkerIds(entry.getKey(), entry.getValue()))
                .toList();
    }

    List<PriceBucket> prices() {
        return IntStream.range(0, PRICE_STEPS.length)
                .mapToObj(i -> new PriceBucket(
                        PRICE_STEPS[i],
                        i + 1 < PRICE_STEPS.length ? PRICE_STEPS[i + 1] : Long.MAX_VALUE,
                        itemsPerStep[i]))
                .toList();
    }
}
