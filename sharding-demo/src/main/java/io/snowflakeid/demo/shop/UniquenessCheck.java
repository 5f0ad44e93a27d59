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

/** Checks the ids and the shard of each row. The check needs about 8 bytes of memory per id. This class is not thread-safe. */
public final class UniquenessCheck {

    // the character # is a placeholder for the number of a shard
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

    /** Creates a check of ids whose gene bits contain the number of the row's shard. */
    public UniquenessCheck(SnowflakeLayout layout) {
        this.layout = layout;
    }

    /** The number of orders in one database. The component {@code placedAgain} is the number of retried orders in this database. */
    public record DatabaseRows(String database, long orders, long placedAgain) {}

    /**
     * The result of the uniqueness check.
     *
     * @param idsChecked the total number of ids
     * @param duplicates the number of ids minus the number of distinct ids
     * @param misplacedRows the number of rows in a wrong shard, or with wrong gene bits
     * @param incomplete the number of orders whose amount differs from the sum of the items or the sum of the payments
     * @param ordersMissing the number of orders that are missing in the databases
     * @param ordersTwice the number of stored orders minus the number of distinct order numbers
     * @param idsPerWorker the number of ids for each worker id
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

    /** Reads the given shards of one database. */
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

    /** Reads the orders of one shard, and returns the number of retried orders. */
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

    /** Returns the result. The databases should contain the order numbers from 0 to {@code placed - 1}. */
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

    /** Returns the number of ids in a sorted array minus the number of distinct ids. */
    public static long duplicatesAmong(long[] sortedIds) {
        return IntStream.range(1, sortedIds.length)
                .filter(i -> sortedIds[i] == sortedIds[i - 1])
                .count();
    }
}
