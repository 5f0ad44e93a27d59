package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.DemoDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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

        private String ddl(int shard) {
            return "CREATE TABLE " + table(shard) + " (id BIGINT NOT NULL PRIMARY KEY, " + columns + ", KEY ix_"
                    + table(shard) + " (" + indexed + "))";
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

    private static List<String> namesIn(int database) {
        return Stream.of(Kind.values())
                .flatMap(kind -> shardsOf(database).stream().map(kind::table))
                .toList();
    }

    /**
     * Creates all tables, none of which may exist.
     *
     * @param created called with the number of tables that are there so far
     * @throws OrdersFailedException naming the table and the database; what was created is dropped again
     */
    static void create(List<DemoDatabase> databases, IntConsumer created) {
        List<String> done = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            try {
                create(databases.get(i), i, done, created);
            } catch (OrdersFailedException e) {
                throw dropped(databases, done, e);
            }
        }
    }

    private static void create(DemoDatabase database, int index, List<String> done, IntConsumer created) {
        String table = "";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (int shard : shardsOf(index)) {
                for (Kind kind : Kind.values()) {
                    table = kind.table(shard);
                    statement.execute(kind.ddl(shard));
                    done.add(table);
                    created.accept(done.size());
                }
            }
        } catch (SQLException e) {
            throw new OrdersFailedException(
                    "table " + table + " could not be created in " + database + " (" + e.getMessage()
                            + "): use databases without tables of that name, and a user who may create them",
                    e);
        }
    }

    private static OrdersFailedException dropped(
            List<DemoDatabase> databases, List<String> created, OrdersFailedException failure) {
        try {
            drop(databases, created);
        } catch (OrdersFailedException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
        return failure;
    }

    /** Drops all tables; those that are not there are passed over. */
    static void drop(List<DemoDatabase> databases) {
        drop(databases, names());
    }

    private static void drop(List<DemoDatabase> databases, List<String> tables) {
        for (int i = 0; i < databases.size(); i++) {
            drop(databases.get(i), namesIn(i).stream().filter(tables::contains).toList());
        }
    }

    static void drop(DemoDatabase database, List<String> tables) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                statement.execute("DROP TABLE IF EXISTS " + table);
            }
        } catch (SQLException e) {
            throw new OrdersFailedException(
                    "tables in " + database + " could not be dropped (" + e.getMessage() + "): drop them by hand", e);
        }
    }
}
