package io.snowflakeid.demo.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Takes orders: those of one database together, each such group in one transaction, by Hibernate and MyBatis in turn. A group
 * whose database is lost is refused as a whole, and nothing of it is stored.
 *
 * <p>If a connection breaks while a commit is on its way, the group may be stored although it is refused; placed again, it has
 * other ids. Who must rule that out looks for the ids of the first attempt before the second one.
 */
final class OrderDesk {

    private static final int ORDERS_PER_TRANSACTION = 50;

    private final OrderPlan plan;
    private final List<OrderStore> stores;
    private final MerchantIndex index;
    private final Outages outages;
    private final LongSupplier nanoTime;
    private final Map<String, Long> rowsThrough = new TreeMap<>();
    private int transactions;
    private long orders;
    private long items;
    private long payments;
    private long indexRowsLost;
    private long rolledBack;

    /** What became of some orders; those that were refused by number, to be placed again. */
    private static final class Outcome {
        private final int[] accepted = new int[ShardedTables.DATABASES];
        private final int[] refused = new int[ShardedTables.DATABASES];
        private final List<Integer> toPlaceAgain = new ArrayList<>();
        private long slowestRefusalNanos;
        private String firstError = "";
    }

    /** Thrown before a commit, where the plan says that the process dies; what it leaves behind is what a crash would leave. */
    private static final class CrashByPlan extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** @param nanoTime a monotonic clock, as {@link System#nanoTime} */
    OrderDesk(OrderPlan plan, List<OrderStore> stores, MerchantIndex index, Outages outages, LongSupplier nanoTime) {
        this.plan = plan;
        this.stores = List.copyOf(stores);
        this.index = index;
        this.outages = outages;
        this.nanoTime = nanoTime;
    }

    /**
     * Takes orders, by their numbers in the plan.
     *
     * @param progress called with the number of orders that this desk has accepted in all
     * @param refused gets those that were not accepted
     */
    OutageReport take(List<Integer> numbers, LongConsumer progress, List<Integer> refused) {
        Outcome outcome = new Outcome();
        List<List<Integer>> waiting = IntStream.range(0, ShardedTables.DATABASES)
                .<List<Integer>>mapToObj(database -> new ArrayList<>())
                .toList();
        for (int number : numbers) {
            List<Integer> group = waiting.get(plan.databaseOf(number));
            group.add(number);
            if (group.size() == ORDERS_PER_TRANSACTION) {
                take(plan.databaseOf(number), group, progress, outcome);
            }
        }
        IntStream.range(0, waiting.size()).forEach(i -> take(i, waiting.get(i), progress, outcome));
        refused.addAll(outcome.toPlaceAgain);
        return new OutageReport(
                IntStream.of(outcome.accepted).boxed().toList(),
                IntStream.of(outcome.refused).boxed().toList(),
                TimeUnit.NANOSECONDS.toMillis(outcome.slowestRefusalNanos),
                outcome.firstError);
    }

    /** One transaction, whose group is empty afterwards. */
    private void take(int database, List<Integer> group, LongConsumer progress, Outcome outcome) {
        if (group.isEmpty()) {
            return;
        }
        long began = nanoTime.getAsLong();
        try {
            outages.reach(database, () -> write(group));
            outcome.accepted[database] += group.size();
            progress.accept(orders);
        } catch (DatabaseLostException e) {
            outcome.refused[database] += group.size();
            outcome.toPlaceAgain.addAll(group);
            outcome.slowestRefusalNanos = Math.max(outcome.slowestRefusalNanos, nanoTime.getAsLong() - began);
            outcome.firstError = outcome.firstError.isEmpty() ? String.valueOf(e.getMessage()) : outcome.firstError;
        }
        group.clear();
    }

    private void write(List<Integer> group) {
        OrderStore store = stores.get(transactions % stores.size());
        transactions++;
        dieBeforeCommit(store, group.stream().filter(plan::isRolledBackOnce).toList());
        List<PlacedOrder> placed = placed(group);
        List<IndexRow> unindexed = new ArrayList<>();
        store.write(placed, () -> unindexed.addAll(writeIndex(group, placed)));
        count(store, placed);
        indexRowsLost += unindexed.size();
    }

    private void dieBeforeCommit(OrderStore store, List<Integer> group) {
        if (group.isEmpty()) {
            return;
        }
        List<PlacedOrder> placed = placed(group);
        try {
            store.write(placed, () -> {
                index.write(placed.stream().map(OrderDesk::indexRow).toList());
                throw new CrashByPlan();
            });
        } catch (CrashByPlan planned) {
            rolledBack += group.size();
        }
    }

    /** Made anew for each attempt: an order that has an id is not placed a second time. */
    private List<PlacedOrder> placed(List<Integer> group) {
        return group.stream().map(plan::order).toList();
    }

    /** Returns the rows that were not written. */
    private List<IndexRow> writeIndex(List<Integer> group, List<PlacedOrder> placed) {
        List<IndexRow> rows = new ArrayList<>();
        List<IndexRow> lost = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            (plan.losesItsIndexRow(group.get(i)) ? lost : rows).add(indexRow(placed.get(i)));
        }
        lost.addAll(index.write(rows));
        return lost;
    }

    private static IndexRow indexRow(PlacedOrder placed) {
        Order order = placed.order();
        return new IndexRow(
                order.getMerchantId(), Objects.requireNonNull(order.getId(), "an order that is sent has its id"));
    }

    private void count(OrderStore store, List<PlacedOrder> placed) {
        orders += placed.size();
        items += placed.stream().mapToLong(order -> order.items().size()).sum();
        payments += placed.stream().mapToLong(order -> order.payments().size()).sum();
        rowsThrough.merge(
                store.name(), placed.stream().mapToLong(PlacedOrder::rows).sum(), Long::sum);
    }

    /** What was written so far. */
    WriterReport report(long worker, long startedMillis, long endedMillis) {
        return new WriterReport(
                worker,
                orders,
                items,
                payments,
                Map.copyOf(rowsThrough),
                indexRowsLost,
                rolledBack,
                startedMillis,
                endedMillis);
    }
}
