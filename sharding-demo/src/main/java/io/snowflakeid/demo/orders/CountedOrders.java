package io.snowflakeid.demo.orders;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.orders.OrdersResult.CountedResult;
import io.snowflakeid.demo.shop.UniquenessCheck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** For comparison: the same orders, in one table for each database, with ids that the database counts. */
final class CountedOrders {

    private CountedOrders() {}

    /** Copies the orders of each database into its table, which is empty, and compares all ids. */
    static CountedResult write(List<Database> databases) throws SQLException {
        LongStream.Builder ids = LongStream.builder();
        List<String> withTheFirst = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            try (Connection connection = databases.get(i).connect();
                    Statement statement = connection.createStatement()) {
                for (int shard : Shop.shardsOf(i)) {
                    statement.execute("INSERT INTO counted_order (user_id) SELECT user_id FROM t_order_" + shard
                            + " ORDER BY id");
                }
                try (ResultSet row = statement.executeQuery("SELECT id FROM counted_order ORDER BY id")) {
                    while (row.next()) {
                        ids.add(row.getLong(1));
                        if (row.getLong(1) == 1) {
                            withTheFirst.add(databases.get(i).name());
                        }
                    }
                }
            }
        }
        long[] sorted = ids.build().sorted().toArray();
        return new CountedResult(sorted.length, UniquenessCheck.duplicatesAmong(sorted), 1, withTheFirst);
    }
}
