package io.snowflakeid.demo.orders;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;

/** Empty tables in four databases, and all that writes to them, in one process. */
final class SmallShop implements AutoCloseable {

    final List<Database> databases;
    final ShardedDatabase sharded;
    final SnowflakeIdGenerator ids;
    final Outages outages = new Outages(System::nanoTime);
    final MerchantIndex index;
    final HibernateStore hibernate;
    final MyBatisStore myBatis;
    private int nextSequence;

    SmallShop(List<Database> databases, CreatedTables created) throws SQLException, IOException {
        this.databases = databases;
        ShardedTables.create(databases, created, done -> {});
        sharded = new ShardedDatabase(databases);
        ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(OrdersScenario.LAYOUT, 5));
        index = new MerchantIndex(sharded.sharded(), outages);
        hibernate = new HibernateStore(sharded.sharded(), ids);
        myBatis = new MyBatisStore(sharded.sharded(), ids);
    }

    OrderDesk desk(OrderPlan plan) {
        return new OrderDesk(plan, List.of(hibernate, myBatis), index, outages, System::nanoTime);
    }

    /** An id of that time with the gene of that user. */
    long id(Instant when, long user) {
        return OrdersScenario.LAYOUT.encode(
                new DecodedId(when, 0, 17, nextSequence++ % 64, OrdersScenario.LAYOUT.geneOf(user)));
    }

    /** An order without items and payments, past ShardingSphere. */
    IndexRow insertOrder(long id, long merchant) throws SQLException {
        int shard = (int) OrdersScenario.LAYOUT.geneIn(id);
        execute(
                shard / 16,
                "INSERT INTO t_order_" + shard + " VALUES (" + id + ", 1, " + merchant
                        + ", 'PAID', 100, '2026-10-05 13:37:00')");
        return new IndexRow(merchant, id);
    }

    void insertIndexRow(IndexRow row) throws SQLException {
        insertIndexRow(row.database(), row);
    }

    void insertIndexRow(int database, IndexRow row) throws SQLException {
        execute(
                database,
                "INSERT INTO t_merchant_order_" + database + " VALUES (" + row.orderId() + ", " + row.merchantId()
                        + ")");
    }

    void execute(int database, String sql) throws SQLException {
        FourDatabases.execute(databases.get(database), sql);
    }

    /** In all tables of orders, items and payments of a database, past ShardingSphere. */
    long rowsIn(int database) throws SQLException {
        long rows = 0;
        try (Connection connection = databases.get(database).connect();
                Statement statement = connection.createStatement()) {
            for (int shard : ShardedTables.shardsOf(database)) {
                for (ShardedTables.Kind kind : ShardedTables.Kind.values()) {
                    try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + kind.table(shard))) {
                        count.next();
                        rows += count.getLong(1);
                    }
                }
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        hibernate.close();
        myBatis.close();
        ids.close();
        sharded.close();
    }
}
