package io.snowflakeid.demo.shop;

import io.snowflakeid.SnowflakeLayout;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Checks every row of every table, read from the physical databases without ShardingSphere. The check compares all ids with each other, and needs 8
 * bytes of memory per id. An instance returns one result, and is not thread-safe.
 */
public final class UniquenessCheck {

    // the number of a shard replaces the character #
    private static final String INCOMPLETE = "SELECT COUNT(*) FROM t_order_# o WHERE o.amount_cents <>"
            + " COALESCE((SELECT SUM(i.price_cents) FROM t_order_item_# i WHERE i.order_id = o.id), 0)"
            + " OR o.amount_cents <>"
            + " COALESCE((SELECT SUM(p.amount_cents) FROM t_payment_# p WHERE p.order_id = o.id), 0)";

    private final SnowflakeLayout layout;
    private final LongStream.Builder ids = LongStream.builder();
    private final BitSet numbers = new BitSet();
    private final Map<Long, Long> idsPerWorker = new TreeMap<>();
    private final List<DatabaseRows> rowsPerDatabase = new ArrayList<>();
    private long orders;
    private long misplaced;
    private long incomplete;

    /** Creates a check for ids of a layout whose gene is the number of a shard. */
    public UniquenessCheck(SnowflakeLayout layout) {
        this.layout = layout;
    }

    /** The number of orders in one database, and the number {@code placedAgain} of retried orders among them. */
    public record DatabaseRows(String database, long orders, long placedAgain) {}

    /**
     * The result of the check.
     *
     * @param idsChecked the number of compared ids
     * @param duplicates the number of occurrences after the first occurrence of each id
     * @param misplacedRows the number of rows in a different table than their gene selects, or with a different gene than their user or order
     * @param incomplete the number of orders whose amount differs from the sum of their items or payments
     * @param ordersMissing the number of placed orders that are not stored
     * @param ordersTwice the number of orders that are stored more than once, with different ids
     * @param idsPerWorker the number of ids for each worker, decoded from the ids
     */
    public record Found(
            long idsChecked,
            long duplicates,
            long misplacedRows,
            long incomplete,
            long ordersMissing,
            long ordersTwice,
            List<DatabaseRows> rowsPerDatabase,
            Map<Long, Long> idsPerWorker) {}

    /** Reads the shards of one database, which has the given name in the report. */
    public void read(String name, Connection connection, List<Integer> shards) throws SQLException {
        long before = orders;
        long placedAgain = 0;
        try (Statement statement = connection.createStatement()) {
            for (int shard : shards) {
                placedAgain += readOrders(statement, shard);
                readChildren(statement, "t_order_item_" + shard, shard);
                readChildren(statement, "t_payment_" + shard, shard);
                incomplete += incomplete(statement, shard);
            }
        }
        rowsPerDatabase.add(new DatabaseRows(name, orders - before, placedAgain));
    }

    /** Reads the orders of a shard, and returns the number of retried orders. */
    private long readOrders(Statement statement, int shard) throws SQLException {
        long placedAgain = 0;
        try (ResultSet row = statement.executeQuery("SELECT id, user_id, number, attempt FROM t_order_" + shard)) {
            while (row.next()) {
                note(row.getLong(1), shard, layout.geneOf(row.getLong(2)));
                numbers.set(row.getInt(3));
                orders++;
                placedAgain += row.getInt(4) > 1 ? 1 : 0;
            }
        }
        return placedAgain;
    }

    private void readChildren(Statement statement, String table, int shard) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT id, order_id FROM " + table)) {
            while (row.next()) {
                note(row.getLong(1), shard, layout.geneIn(row.getLong(2)));
            }
        }
    }

    private void note(long id, int shard, long wantedGene) {
        ids.add(id);
        misplaced += layout.geneIn(id) == shard && wantedGene == shard ? 0 : 1;
        idsPerWorker.merge(layout.decode(id).worker(), 1L, Long::sum);
    }

    private static long incomplete(Statement statement, int shard) throws SQLException {
        try (ResultSet count = statement.executeQuery(INCOMPLETE.replace("#", String.valueOf(shard)))) {
            count.next();
            return count.getLong(1);
        }
    }

    /** Returns the result for all databases, which should contain the orders 0 to {@code placed - 1}. */
    public Found found(int placed) {
        long[] sorted = ids.build().sorted().toArray();
        return new Found(
                sorted.length,
                duplicatesAmong(sorted),
                misplaced,
                incomplete,
                placed - numbers.cardinality(),
                orders - numbers.cardinality(),
                rowsPerDatabase,
                idsPerWorker);
    }

    /** Returns the number of occurrences after the first occurrence of each id in a sorted array. */
    public static long duplicatesAmong(long[] sortedIds) {
        return IntStream.range(1, sortedIds.length)
                .filter(i -> sortedIds[i] == sortedIds[i - 1])
                .count();
    }
}
