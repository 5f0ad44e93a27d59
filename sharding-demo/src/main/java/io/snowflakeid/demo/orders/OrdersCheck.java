package io.snowflakeid.demo.orders;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.DemoDatabase;
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
    private final List<KnownOrder> firstOfEachShard = new ArrayList<>();
    private final List<DatabaseRows> rows = new ArrayList<>();
    private final int[] ordersPerShard = new int[ShardedTables.SHARDS];
    private final int[] ordersPerHour = new int[24];
    private final long[] itemsPerStep = new long[PRICE_STEPS.length];
    private long misplacedRows;
    private long orphans;

    private OrdersCheck() {}

    /**
     * Reads all.
     *
     * @param tablesRead called with the number of tables that have been read so far
     */
    static OrdersCheck of(List<DemoDatabase> databases, LongConsumer tablesRead) {
        OrdersCheck check = new OrdersCheck();
        long tables = 0;
        for (int i = 0; i < databases.size(); i++) {
            DemoDatabase database = databases.get(i);
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
        long[] orders = orders(connection, shard);
        return new DatabaseRows(
                rows.database(),
                rows.orders() + orders.length,
                rows.items() + children(connection, Kind.ITEM, "price_cents", shard, orders),
                rows.payments() + children(connection, Kind.PAYMENT, "amount_cents", shard, orders));
    }

    /** The order ids of one shard, sorted. */
    private long[] orders(Connection connection, int shard) throws SQLException {
        LongStream.Builder orders = LongStream.builder();
        String sql = "SELECT id, user_id, created_at, status, amount_cents FROM " + Kind.ORDER.table(shard);
        try (Statement statement = streaming(connection);
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                long id = row.getLong(1);
                long user = row.getLong(2);
                if (ordersPerShard[shard] == 0) {
                    firstOfEachShard.add(new KnownOrder(id, user, row.getString(4), row.getLong(5)));
                }
                note(id, shard, layout.geneOf(user) == layout.geneIn(id));
                orders.add(id);
                ordersPerShard[shard]++;
                ordersPerHour[row.getObject(3, LocalDateTime.class).getHour()]++;
                ordersOfUser.merge(user, 1, Integer::sum);
            }
        }
        return orders.build().sorted().toArray();
    }

    private long children(Connection connection, Kind kind, String centsColumn, int shard, long[] orders)
            throws SQLException {
        long rows = 0;
        String sql = "SELECT id, order_id, " + centsColumn + " FROM " + kind.table(shard);
        try (Statement statement = streaming(connection);
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                note(row.getLong(1), shard, true);
                if (Arrays.binarySearch(orders, row.getLong(2)) < 0) {
                    orphans++;
                }
                if (kind == Kind.ITEM) {
                    itemsPerStep[step(row.getLong(3))]++;
                }
                rows++;
            }
        }
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
        return List.copyOf(firstOfEachShard);
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
