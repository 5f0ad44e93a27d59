package io.snowflakeid.demo.orders;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.commandline.DatabaseFailure;
import io.snowflakeid.commandline.FailureLine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The main class of a process that writes a part of the orders.
 *
 * <p>One transaction writes about 50 orders to one database. If the transaction fails, the process retries all orders of the transaction. The retry
 * first searches for stored orders, because a commit may succeed although the connection is lost.
 */
final class OrderWriter {

    private static final int ORDERS_PER_TRANSACTION = 50;
    private static final int MOST_ATTEMPTS = 200; // with the pauses, all attempts take at least 40 s
    private static final int RETRY_MILLIS = 200;

    /** Matches SQL states of errors for which a retry cannot succeed, such as a violated constraint. */
    private static final Pattern PERMANENT = Pattern.compile("(22|23|28|42).*");

    /** The minimum time between two attempts to use a failed database. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Shop shop;
    // the earliest time of the next attempt for each database, as a value of System.nanoTime
    private final long[] retryAt = new long[Shop.DATABASES];

    private OrderWriter(Shop shop) {
        this.shop = shop;
        Arrays.fill(retryAt, System.nanoTime());
    }

    /** Expects three arguments, which are the index of this writer, the number of writers, and the number of orders. */
    public static void main(String[] arguments) {
        int writer = Integer.parseInt(arguments[0]);
        int writers = Integer.parseInt(arguments[1]);
        int orders = Integer.parseInt(arguments[2]);
        ChildProcess.work(databases -> {
            try (Shop shop = Shop.open(databases)) {
                IntStream numbers = IntStream.iterate(writer, number -> number < orders, number -> number + writers);
                new OrderWriter(shop).place(numbers.toArray());
                System.out.println("all orders are placed");
            }
        });
    }

    private void place(int[] numbers) throws InterruptedException {
        List<List<Integer>> open = groups(numbers);
        for (int attempt = 1; !open.isEmpty(); attempt++) {
            if (attempt > MOST_ATTEMPTS) {
                throw new IllegalStateException(
                        open.size() + " groups of orders were rejected " + MOST_ATTEMPTS + " times");
            }
            List<List<Integer>> rejected = new ArrayList<>();
            for (List<Integer> group : open) {
                if (!isPlaced(group, attempt)) {
                    rejected.add(group);
                }
            }
            open = rejected;
            TimeUnit.MILLISECONDS.sleep(open.isEmpty() ? 0 : RETRY_MILLIS);
        }
    }

    /** All orders of a group belong to the same database. */
    private static List<List<Integer>> groups(int[] numbers) {
        List<List<Integer>> groups = new ArrayList<>();
        int step = Shop.DATABASES * ORDERS_PER_TRANSACTION;
        for (int from = 0; from < numbers.length; from += step) {
            groups.addAll(Arrays.stream(numbers, from, Math.min(from + step, numbers.length))
                    .boxed()
                    .collect(Collectors.groupingBy(OrderPlan::databaseOf))
                    .values());
        }
        return groups;
    }

    private boolean isPlaced(List<Integer> group, int attempt) {
        int database = OrderPlan.databaseOf(group.get(0));
        if (System.nanoTime() - retryAt[database] < 0) {
            return false;
        }
        try {
            List<Integer> stored = attempt == 1 ? List.of() : shop.stored(group);
            shop.write(group.stream()
                    .filter(number -> !stored.contains(number))
                    .map(number -> OrderPlan.order(number, attempt))
                    .toList());
            return true;
        } catch (RuntimeException e) {
            System.out.println("rejected: database ds_" + database + " is lost ("
                    + DatabaseFailure.text(retryable(e).orElseThrow(() -> e))
                    + "): orders of its users are rejected, all others are accepted");
            retryAt[database] = System.nanoTime() + PAUSE_NANOS;
            return false;
        }
    }

    /**
     * Returns the {@code SQLException} of a failed insert, or an empty result if a retry cannot succeed. Unknown errors are retried, because drivers
     * report a lost connection with different SQL states. If a connection is lost, ShardingSphere may report the loss only in a chained exception.
     */
    static Optional<SQLException> retryable(RuntimeException e) {
        SQLException last = FailureLine.causeOf(e, SQLException.class);
        if (last == null || FailureLine.causeOf(e, NoIdAvailableException.class) != null) {
            return Optional.empty();
        }
        for (Throwable chained : last) {
            if (chained instanceof SQLException sql) {
                if (PERMANENT.matcher(String.valueOf(sql.getSQLState())).matches()) {
                    return Optional.empty();
                }
                last = sql;
            }
        }
        return Optional.of(last);
    }
}
