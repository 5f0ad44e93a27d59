package io.snowflakeid.demo.orders;

import io.snowflakeid.Gene;
import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.OrderItem;
import io.snowflakeid.demo.shop.PaymentMapper.Payment;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What is ordered, and by whom: each order is drawn from a seed of its own, so it is the same in whichever process. */
final class OrderPlan {

    private static final LocalDateTime FIRST_DAY = LocalDateTime.of(2026, 10, 1, 0, 0);
    private static final long FIRST_USER = 10_000_001;
    private static final double SKEW = 1.5; // 1 would be even: some users order more often than others
    private static final String[] STATUS = {"DELIVERED", "DELIVERED", "DELIVERED", "SHIPPED", "PAID", "CANCELED"};
    private static final String[] METHOD = {"CARD", "CARD", "CARD", "TRANSFER", "VOUCHER"};

    private final OrdersOptions options;

    /** An order with its items and payments, none of which has an id yet. */
    record PlacedOrder(Order order, List<OrderItem> items, List<Payment> payments) {}

    OrderPlan(OrdersOptions options) {
        this.options = options;
    }

    /** The user of an order, by the order's number from 0 on. */
    long userOf(int number) {
        return FIRST_USER + (long) (options.orders() * Math.pow(random(number).nextDouble(), SKEW));
    }

    /** The database of its user. */
    int databaseOf(int number) {
        return (int) (Shop.LAYOUT.geneOf(userOf(number)) / Shop.SHARDS_PER_DATABASE);
    }

    /** The orders of one writer, from 0 on, in groups of one database each, in about the order of their numbers. */
    List<List<Integer>> groupsOf(int writer, int size) {
        List<List<Integer>> groups = new ArrayList<>();
        List<List<Integer>> open = new ArrayList<>();
        IntStream.range(0, Shop.DATABASES).forEach(database -> open.add(new ArrayList<>()));
        for (int number = writer; number < options.orders(); number += options.writers()) {
            List<Integer> group = open.get(databaseOf(number));
            group.add(number);
            if (group.size() == size) {
                groups.add(List.copyOf(group));
                group.clear();
            }
        }
        open.stream().filter(group -> !group.isEmpty()).map(List::copyOf).forEach(groups::add);
        return groups;
    }

    /** An order to be placed; {@code attempt} counts from 1. */
    PlacedOrder order(int number, int attempt) {
        SplittableRandom random = random(number);
        long user = userOf(number);
        LocalDateTime when = FIRST_DAY.plusSeconds(random.nextInt(28 * 24 * 3600));
        List<OrderItem> items = new ArrayList<>();
        long amount = 0;
        for (int i = random.nextInt(10) < 8 ? 1 : 2; i > 0; i--) {
            OrderItem item = new OrderItem("SKU-" + (100_000 + random.nextInt(20_000)), 1, 500 + random.nextInt(9_500));
            items.add(item);
            amount += item.getQuantity() * item.getPriceCents();
        }
        Order order = new Order(user, number, attempt, oneOf(STATUS, random), amount, when);
        return new PlacedOrder(order, items, List.of(new Payment(oneOf(METHOD, random), amount, when)));
    }

    private static String oneOf(String[] words, SplittableRandom random) {
        return words[random.nextInt(words.length)];
    }

    /** Mixed, since seeds that differ by 1 would draw alike. */
    private SplittableRandom random(int number) {
        return new SplittableRandom(Gene.of(options.seed() * 1_000_003 + number, 63));
    }
}
