package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.OrderItem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What is ordered, and by whom: drawn from the order's number, so it is the same in each process and at each attempt. */
final class OrderPlan {

    private static final long FIRST_USER = 10_000_001;
    private static final int USERS = 5_000;

    /** An order with its items, none of which has an id yet. */
    record PlacedOrder(Order order, List<OrderItem> items) {}

    private OrderPlan() {}

    /** The user of an order, by the order's number from 0 on. */
    static long userOf(int number) {
        return FIRST_USER + new SplittableRandom(number).nextInt(USERS);
    }

    /** The database of its user. */
    static int databaseOf(int number) {
        return (int) (Shop.LAYOUT.geneOf(userOf(number)) / Shop.SHARDS_PER_DATABASE);
    }

    /** An order to be placed, of one item or two; {@code attempt} counts from 1. */
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
