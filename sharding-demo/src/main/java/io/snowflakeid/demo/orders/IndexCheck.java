package io.snowflakeid.demo.orders;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import io.snowflakeid.demo.orders.ShardedTables.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Compares the merchants' index with the orders in the physical databases, past ShardingSphere and past the repair's own code. */
final class IndexCheck {

    private final List<List<IndexRow>> rowsOfShard = IntStream.range(0, ShardedTables.SHARDS)
            .<List<IndexRow>>mapToObj(shard -> new ArrayList<>())
            .toList();
    private long rows;
    private long missing;
    private long dangling;
    private long misplaced;

    private IndexCheck() {}

    /**
     * Reads all rows of the index, and merchant and id of all orders.
     *
     * @throws OrdersFailedException if a database cannot be read
     */
    static IndexState of(List<Database> databases) {
        IndexCheck check = new IndexCheck();
        for (int i = 0; i < databases.size(); i++) {
            check.readIndex(databases.get(i), i);
        }
        for (int i = 0; i < databases.size(); i++) {
            check.compareOrders(databases.get(i), i);
        }
        return new IndexState(check.rows, check.missing, check.dangling, check.misplaced);
    }

    private void readIndex(Database database, int number) {
        try (Connection connection = database.connect()) {
            for (IndexRow row : read(connection, "order_id", ShardedTables.merchantIndex(number))) {
                rows++;
                misplaced += row.database() == number ? 0 : 1;
                int shard = (int) OrdersScenario.LAYOUT.geneIn(row.orderId());
                rowsOfShard.get(shard).add(row);
            }
        } catch (SQLException e) {
            throw unreadable(database, e);
        }
    }

    private void compareOrders(Database database, int number) {
        try (Connection connection = database.connect()) {
            for (int shard : ShardedTables.shardsOf(number)) {
                Set<IndexRow> orders = new HashSet<>(read(connection, "id", Kind.ORDER.table(shard)));
                for (IndexRow row : rowsOfShard.get(shard)) {
                    dangling += orders.remove(row) ? 0 : 1; // the second of two equal rows dangles as well
                }
                missing += orders.size();
            }
        } catch (SQLException e) {
            throw unreadable(database, e);
        }
    }

    private static List<IndexRow> read(Connection connection, String orderColumn, String table) throws SQLException {
        List<IndexRow> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT merchant_id, " + orderColumn + " FROM " + table)) {
            while (row.next()) {
                found.add(new IndexRow(row.getLong(1), row.getLong(2)));
            }
        }
        return found;
    }

    private static OrdersFailedException unreadable(Database database, SQLException e) {
        return new OrdersFailedException(
                "the merchants' index in " + database + " could not be compared (" + e.getMessage() + ")", e);
    }
}
