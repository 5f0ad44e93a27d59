package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.OrderItem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Generates orders from order numbers. All processes generate equal orders for equal order numbers. */
final class OrderPlan {

    private static final long FIRST_USER = 10_000_001;
    private static final int USERS = 5_000;

    record PlacedOrder(Order order, List<OrderItem> items) {}

    private OrderPlan() {}

    static long userOf(int number) {
        return FIRST_USER + new SplittableRandom(number).nextInt(USERS);
    }

    static int databaseOf(int number) {
        return (int) (Shop.LAYOUT.geneOf(userOf(number)) / Shop.SHARDS_PER_DATABASE);
    }

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
