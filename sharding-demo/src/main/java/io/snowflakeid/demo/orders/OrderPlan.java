package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.OrderItem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Generates each order from its number, so that all processes and all attempts generate the same order. */
final class OrderPlan {

    private static final long FIRST_USER = 10_000_001;
    private static final int USERS = 5_000;

    /** An order with its items, all without ids. */
    record PlacedOrder(Order order, List<OrderItem> items) {}

    private OrderPlan() {}

    /** Returns the user of the order with the given number, which is at least 0. */
    static long userOf(int number) {
        return FIRST_USER + new SplittableRandom(number).nextInt(USERS);
    }

    static int databaseOf(int number) {
        return (int) (Shop.LAYOUT.geneOf(userOf(number)) / Shop.SHARDS_PER_DATABASE);
    }

    /** Returns an order with one or two items, for the attempt with the given number, which is at least 1. */
    static PlacedOrder order(int number, int attempt) {
        SplittableRandom random = new SplittableRandom(~number);
        List<OrderItem> items = new ArrayList<>();
        long amount = 0;
        for (int i = random.nextInt(10) < 8 ? 1 : 2; i > 0; i--) {
            OrderItem item = new OrderItem("SKU-" + random.nextInt(20_000), 500 + random.nextInt(9_500));
            items.add(item);
            amount += item.getPriceCents();
        }
        return new PlacedOrder(new Order(userOf(number), number, attempt, amount), items);
    }
}
