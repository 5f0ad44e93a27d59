package io.snowflakeid.demo.orders;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which table lies in which database: 64 logical shards, 16 in each of 4 databases, each with a table for orders, one for items
 * and one for payments. Tables carry the number of their shard. The index of orders by merchant is small: one table of it in each
 * database, which carries the number of the database.
 */
final class ShardedTables {

    static final int DATABASES = 4;
    static final int SHARDS = 64;
    private static final int SHARDS_PER_DATABASE = SHARDS / DATABASES;

    /** The three kinds of tables. */
    enum Kind {
        ORDER(
                "t_order",
                "user_id BIGINT NOT NULL, merchant_id BIGINT NOT NULL, status VARCHAR(12) NOT NULL, amount_cents BIGINT NOT NULL,"
                        + " created_at DATETIME(3) NOT NULL",
                "user_id,merchant_id"),
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
        private final String indexed; // columns with a comma between them

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
            String indexes = Stream.of(indexed.split(","))
                    .map(column -> ", KEY ix_" + table(shard) + "_" + column + " (" + column + ")")
                    .collect(Collectors.joining());
            return "(id BIGINT NOT NULL PRIMARY KEY, " + columns + indexes + ")";
        }
    }

    /** How many there are. */
    static final int TABLES = SHARDS * Kind.values().length + DATABASES;

    private ShardedTables() {}

    static List<Integer> shardsOf(int database) {
        return IntStream.range(firstShardOf(database), firstShardOf(database + 1))
                .boxed()
                .toList();
    }

    static int firstShardOf(int database) {
        return database * SHARDS_PER_DATABASE;
    }

    /** The database where rows of a user, or index rows of a merchant, belong. */
    static int databaseOfKey(long key) {
        return (int) OrdersScenario.LAYOUT.geneOf(key) / SHARDS_PER_DATABASE;
    }

    /** The index of orders by merchant, as far as it lies in that database. */
    static String merchantIndex(int database) {
        return "t_merchant_order_" + database;
    }

    private static String merchantIndexDefinition(int database) {
        return "(order_id BIGINT NOT NULL PRIMARY KEY, merchant_id BIGINT NOT NULL, KEY ix_" + merchantIndex(database)
                + " (merchant_id, order_id))";
    }

    static List<String> names() {
        Stream<String> sharded = Stream.of(Kind.values())
                .flatMap(kind -> IntStream.range(0, SHARDS).mapToObj(kind::table));
        return Stream.concat(sharded, IntStream.range(0, DATABASES).mapToObj(ShardedTables::merchantIndex))
                .toList();
    }

    /** How many orders a database holds. */
    static long ordersIn(Database database, int number) throws SQLException {
        long orders = 0;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (int shard : shardsOf(number)) {
                try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + Kind.ORDER.table(shard))) {
                    count.next();
                    orders += count.getLong(1);
                }
            }
        }
        return orders;
    }

    /**
     * Creates all tables.
     *
     * @param tables gets each of them
     * @param created called with the number of tables that are there so far
     * @throws SQLException if one exists already, or a database fails; what was created before it stays
     */
    static void create(List<Database> databases, CreatedTables tables, IntConsumer created) throws SQLException {
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
                tables.create(databases.get(i), statement, merchantIndex(i), merchantIndexDefinition(i));
                created.accept(++done);
            }
        }
    }
}
