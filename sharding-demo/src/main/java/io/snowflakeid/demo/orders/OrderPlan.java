package io.snowflakeid.demo.orders;

import io.snowflakeid.Gene;
import io.snowflakeid.demo.TextbookSnowflake;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What is ordered, by whom and when: the same for the same options, and each order the same whoever writes it.
 *
 * <p>Users order by a power law that ends at {@link #mostOrdersPerUser()}, 0.2 % of all orders. Their ids come from a textbook
 * generator at low load, so that the low bits of nearly all are zero, as with real user ids made by one. An order has about 1.13
 * items and 1.04 payments; prices are log-normal around 45.00; the hour follows a day's curve. Merchants sell by the same law, 4
 * orders each on average.
 *
 * <p>Misfortune is planned as well: the last sixteenth of the orders comes while a database is away; of those before, every 97th
 * loses its row in the merchants' index, and every 211th is rolled back once, after that row was written.
 */
final class OrderPlan {

    private static final int[] ORDERS_PER_HOUR = {
        24, 12, 6, 4, 4, 8, 20, 44, 72, 94, 108, 116, 112, 106, 110, 116, 118, 112, 104, 108, 118, 116, 90, 52
    };
    private static final double[] FEWER_ITEMS = {0.9, 0.978, 0.994
    }; // the chance of at most 1, 2, 3 items; the mean is 1.128
    private static final double[] FEWER_PAYMENTS = {0.965, 0.995}; // likewise; the mean is 1.04
    private static final String[] STATUS = {"DELIVERED", "DELIVERED", "DELIVERED", "SHIPPED", "PAID", "CANCELED"};
    private static final String[] METHOD = {"CARD", "CARD", "CARD", "TRANSFER", "VOUCHER"};

    private static final double SKEW =
            1.5; // 1 would be even; more of it, and a shard's share is a matter of a few users
    private static final double MEDIAN_CENTS = 45_00;
    private static final double SIGMA = 0.9;
    private static final int DAYS = 28;
    private static final LocalDateTime FIRST_DAY = LocalDateTime.of(2026, 10, 1, 0, 0);
    private static final long FIRST_USER_MILLIS = 1_640_995_200_000L; // 2022-01-01
    private static final int MILLIS_BETWEEN_USERS = 600_000;
    private static final int ORDERS_PER_MERCHANT = 4;
    private static final long MERCHANTS_ARE_OTHERS = 0x6d65726368616e74L; // another seed, another draw
    private static final int EVERY_LOST_INDEX_ROW = 97;
    private static final int EVERY_ROLL_BACK = 211;

    /** The last of so many parts of the orders comes while a database is away. */
    static final int PARTS = 16;

    private final OrdersOptions options;
    private final long[] userOf; // by order
    private final long[] merchantOf; // likewise

    OrderPlan(OrdersOptions options) {
        this.options = options;
        userOf = assignUsers(options, mostOrdersPerUser());
        merchantOf = assignMerchants(options);
    }

    /** 0.2 % of all orders, but one at least. */
    int mostOrdersPerUser() {
        return Math.max(1, (int) (options.orders() * 2L / 1000));
    }

    private static long[] assignUsers(OrdersOptions options, int most) {
        SplittableRandom random = new SplittableRandom(options.seed());
        long[] users = signUps(Math.max(options.orders(), 2), random);
        int[] ordersOf = new int[users.length];
        long[] assigned = new long[options.orders()];
        for (int order = 0; order < assigned.length; order++) {
            int user = pick(users.length, random);
            while (ordersOf[user] == most) {
                user = pick(users.length, random);
            }
            ordersOf[user]++;
            assigned[order] = users[user];
        }
        return assigned;
    }

    private static long[] assignMerchants(OrdersOptions options) {
        SplittableRandom random = new SplittableRandom(options.seed() ^ MERCHANTS_ARE_OTHERS);
        long[] merchants = signUps(Math.max(1, options.orders() / ORDERS_PER_MERCHANT), random);
        return IntStream.range(0, options.orders())
                .mapToLong(order -> merchants[pick(merchants.length, random)])
                .toArray();
    }

    private static int pick(int users, SplittableRandom random) {
        return (int) (users * Math.pow(random.nextDouble(), SKEW));
    }

    /** Ids of users or merchants who signed up one after the other over the years. */
    private static long[] signUps(int count, SplittableRandom random) {
        long[] clock = {FIRST_USER_MILLIS};
        TextbookSnowflake ids = new TextbookSnowflake(1, 1, () -> clock[0]);
        long[] users = new long[count];
        for (int i = 0; i < count; i++) {
            clock[0] += random.nextInt(2 * MILLIS_BETWEEN_USERS);
            users[i] = ids.nextId();
        }
        shuffle(users, random); // old users are not the ones who order most
        return users;
    }

    private static void shuffle(long[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            long moved = values[i];
            values[i] = values[j];
            values[j] = moved;
        }
    }

    /** How many merchants have an order. */
    int merchants() {
        return (int) LongStream.of(merchantOf).distinct().count();
    }

    /** The first order that comes while a database is away; those before it, from 0 on, come in peace. */
    int firstInOutage() {
        return options.orders() - options.orders() / PARTS;
    }

    /**
     * The orders of one writer that come in peace, by shard, so that a transaction meets few tables; every writer begins at
     * another shard.
     *
     * @param writer 0 to {@code writers - 1}
     * @return their numbers, for {@link #order}
     */
    List<Integer> peacefulShareOf(int writer) {
        int geneBits = OrdersScenario.LAYOUT.geneBits();
        int shards = 1 << geneBits;
        int first = writer * shards / options.writers();
        return share(writer, 0, firstInOutage()).stream()
                .sorted(Comparator.comparingInt(
                        order -> (int) (Gene.of(userOf[order], geneBits) - first + shards) % shards))
                .toList();
    }

    /** The orders of one writer that come while a database is away, in the order of their numbers, from all shards. */
    List<Integer> outageShareOf(int writer) {
        return share(writer, firstInOutage(), options.orders());
    }

    private List<Integer> share(int writer, int first, int end) {
        return IntStream.range(first, end)
                .filter(order -> order % options.writers() == writer)
                .boxed()
                .toList();
    }

    /** The database of its user. */
    int databaseOf(int order) {
        return ShardedTables.databaseOfKey(userOf[order]);
    }

    /** The database of its merchant's index. */
    int indexDatabaseOf(int order) {
        return ShardedTables.databaseOfKey(merchantOf[order]);
    }

    /** Whether its row in the merchants' index is lost, as if the process had died before it. */
    boolean losesItsIndexRow(int order) {
        return order < firstInOutage() && order % EVERY_LOST_INDEX_ROW == 11;
    }

    /** Whether it is rolled back once, as if the process had died just before the commit; then it is placed again. */
    boolean isRolledBackOnce(int order) {
        return order < firstInOutage() && order % EVERY_ROLL_BACK == 7;
    }

    /** One order; drawn from a seed of its own, so that it does not matter who writes it. */
    PlacedOrder order(int number) {
        SplittableRandom random =
                new SplittableRandom(Gene.of(options.seed() + number, 63)); // mixed: seeds that differ by 1
        LocalDateTime createdAt = createdAt(random);
        List<OrderItem> items = items(random);
        long amount = items.stream()
                .mapToLong(item -> item.getPriceCents() * item.getQuantity())
                .sum();
        Order order = new Order(userOf[number], merchantOf[number], oneOf(STATUS, random), amount, createdAt);
        return new PlacedOrder(order, items, payments(amount, createdAt, random));
    }

    private static LocalDateTime createdAt(SplittableRandom random) {
        int left = random.nextInt(IntStream.of(ORDERS_PER_HOUR).sum());
        int hour = 0;
        while (left >= ORDERS_PER_HOUR[hour]) {
            left -= ORDERS_PER_HOUR[hour];
            hour++;
        }
        return FIRST_DAY
                .plusDays(random.nextInt(DAYS))
                .plusHours(hour)
                .plus(random.nextInt(3_600_000), ChronoUnit.MILLIS);
    }

    private static List<OrderItem> items(SplittableRandom random) {
        List<OrderItem> items = new ArrayList<>();
        for (int i = count(FEWER_ITEMS, random); i > 0; i--) {
            long cents = Math.max(1, Math.round(MEDIAN_CENTS * Math.exp(SIGMA * gaussian(random))));
            items.add(new OrderItem("SKU-" + (100_000 + random.nextInt(20_000)), 1 + random.nextInt(10) / 9, cents));
        }
        return items;
    }

    private static List<Payment> payments(long amount, LocalDateTime createdAt, SplittableRandom random) {
        List<Payment> payments = new ArrayList<>();
        int count = count(FEWER_PAYMENTS, random);
        for (int i = 0; i < count; i++) {
            long part = amount * (i + 1) / count - amount * i / count; // the parts add up to the amount
            payments.add(new Payment(oneOf(METHOD, random), part, createdAt.plusSeconds(random.nextInt(3600))));
        }
        return payments;
    }

    private static int count(double[] chanceOfAtMost, SplittableRandom random) {
        double drawn = random.nextDouble();
        int count = 1;
        while (count <= chanceOfAtMost.length && drawn >= chanceOfAtMost[count - 1]) {
            count++;
        }
        return count;
    }

    /** Box and Muller, 1958; the JDK's own may change from release to release, and the orders with it. */
    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static String oneOf(String[] words, SplittableRandom random) {
        return words[random.nextInt(words.length)];
    }
}
