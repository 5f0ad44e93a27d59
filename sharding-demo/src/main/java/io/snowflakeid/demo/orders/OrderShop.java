package io.snowflakeid.demo.orders;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** All that a writer process does, in the order in which it is told to. For one thread. */
final class OrderShop {

    /** How much of the index is compared at once; a real shop would take minutes. */
    private static final Duration REPAIR_WINDOW = Duration.ofSeconds(1);

    /** Each of which waits for a connection before it gives up. */
    private static final int MOST_TRIES = 5;

    private final WriterTask task;
    private final ShardedDatabase databases;
    private final SnowflakeIdGenerator ids;
    private final OrderPlan plan;
    private final Outages outages = new Outages(System::nanoTime);
    private final MerchantIndex index;
    private final OrderDesk desk;
    private final LookUps lookUps;
    private final List<Integer> refused = new ArrayList<>();

    OrderShop(
            WriterTask task,
            ShardedDatabase databases,
            SnowflakeIdGenerator ids,
            HibernateStore hibernate,
            MyBatisStore myBatis) {
        this.task = task;
        this.databases = databases;
        this.ids = ids;
        plan = new OrderPlan(task.options());
        index = new MerchantIndex(databases.sharded(), outages);
        desk = new OrderDesk(plan, List.of(hibernate, myBatis), index, outages, System::nanoTime);
        lookUps = new LookUps(databases.statements(), hibernate, myBatis, index);
    }

    /** Its worker id. */
    long worker() {
        return ids.status().worker();
    }

    /**
     * Takes its share of the orders that come in peace.
     *
     * @param progress called with the number of orders that are committed
     */
    WriterReport takePeacefulOrders(LongConsumer progress) {
        return accepted(plan.peacefulShareOf(task.writer()), progress);
    }

    /** None of them is expected to be refused: if one is, its error is the run's. */
    private WriterReport accepted(List<Integer> numbers, LongConsumer progress) {
        long started = System.currentTimeMillis();
        List<Integer> unexpected = new ArrayList<>();
        OutageReport outcome = desk.take(numbers, progress, unexpected);
        if (!unexpected.isEmpty()) {
            throw new IllegalStateException(unexpected.size()
                    + " orders were refused though no database was cut off, first: " + outcome.firstError());
        }
        return desk.report(worker(), started, System.currentTimeMillis());
    }

    /** Loses a database and takes its share of the orders that come meanwhile; remembers those that are refused. */
    OutageReport takeOrdersWithout(int database, LongConsumer progress) throws SQLException {
        databases.cable(database).unplug();
        return desk.take(plan.outageShareOf(task.writer()), progress, refused);
    }

    /** Has the database back, and places again what was refused; more than once, since it may need a moment. */
    WriterReport regain(int database, LongConsumer progress) {
        databases.cable(database).plugIn();
        for (int tries = 1; !refused.isEmpty() && tries < MOST_TRIES; tries++) {
            List<Integer> again = List.copyOf(refused);
            refused.clear();
            outages.forget();
            desk.take(again, progress, refused);
        }
        outages.forget();
        return accepted(refused, progress);
    }

    /** Repairs the merchants' index, up to the grace period before now. */
    RepairRun repairIndex(Duration grace) {
        Instant now = ids.layout().decode(ids.nextId()).timestamp();
        return new IndexRepair(index, ids.layout(), REPAIR_WINDOW).upTo(now, grace);
    }

    List<LookUp> lookUp(List<KnownOrder> orders) {
        return lookUps.of(orders);
    }
}
