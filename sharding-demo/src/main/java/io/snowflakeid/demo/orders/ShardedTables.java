package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.DemoDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which table lies in which database: 64 logical shards, 16 in each of 4 databases, each with a table for orders, one for items
 * and one for payments. Tables carry the number of their shard.
 */
final class ShardedTables {

    static final int DATABASES = 4;
    static final int SHARDS = 64;
    private static final int SHARDS_PER_DATABASE = SHARDS / DATABASES;

    /** The three kinds of tables. */
    enum Kind {
        ORDER(
                "t_order",
                "user_id BIGINT NOT NULL, status VARCHAR(12) NOT NULL, amount_cents BIGINT NOT NULL,"
                        + " created_at DATETIME(3) NOT NULL",
                "user_id"),
        ITEM(
                "t_order_item",
                "order_id BIGINT NOT NULL, sku VARCHAR(20) NOT NULL, quantity INT NOT NULL, price_cents BIGINT NOT NULL",
                "order_id"),
        PAYMENT(
                "t_payment",
                "order_id BIGINT NOT NULL, method VARCHAR(12) NOT NULL, amount_cents BIGINT NOT NULL,"
                        + " paid_at DATETIME(3) NOT NULL",
                "order_id");

        private final String logicalTable;
        private final String columns;
        private final String indexed;

        Kind(String logicalTable, String columns, String indexed) {
            this.logicalTable = logicalTable;
            this.columns = columns;
            this.indexed = indexed;
        }

        String table(int shard) {
            return logicalTable + "_" + shard;
        }

        /** What follows the name in {@code CREATE TABLE}. */
        private String definition(int shard) {
            return "(id BIGINT NOT NULL PRIMARY KEY, " + columns + ", KEY ix_" + table(shard) + " (" + indexed + "))";
        }
    }

    private ShardedTables() {}

    static List<Integer> shardsOf(int database) {
        return IntStream.range(database * SHARDS_PER_DATABASE, (database + 1) * SHARDS_PER_DATABASE)
                .boxed()
                .toList();
    }

    static List<String> names() {
        return Stream.of(Kind.values())
                .flatMap(kind -> IntStream.range(0, SHARDS).mapToObj(kind::table))
                .toList();
    }

    /**
     * Creates all tables.
     *
     * @param tables gets each of them
     * @param created called with the number of tables that are there so far
     * @throws SQLException if one exists already, or a database fails; what was created before it stays
     */
    static void create(List<DemoDatabase> databases, CreatedTables tables, IntConsumer created) throws SQLException {
        int done = 0;
        for (int i = 0; i < databases.size(); i++) {
            try (Connection connection = databases.get(i).connect();
                    Statement statement = connection.createStatement()) {
                for (int shard : shardsOf(i)) {
                    for (Kind kind : Kind.values()) {
                        tables.create(databases.get(i), statement, kind.table(shard), kind.definition(shard));
                        created.accept(++done);
                    }
                }
            }
        }
    }
}
