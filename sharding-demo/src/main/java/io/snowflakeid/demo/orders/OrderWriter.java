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
 * One of the processes that write orders: it takes a worker id from the ledger, places its share, places again what was refused,
 * and ends.
 *
 * <p>Orders of one database are written together, about 50 in a transaction, which keeps to that database. If it cannot be reached,
 * the group is refused as a whole and nothing of it is stored, unless the connection broke in the midst of the commit; before it is
 * placed again, it is looked for. Any other error ends the process.
 */
final class OrderWriter {

    private static final int ORDERS_PER_TRANSACTION = 50;
    private static final int MOST_ATTEMPTS = 200; // with a rest in between, so these are 40 s at least
    private static final int MILLIS_TO_REST = 200;

    /** SQL states of data that does not fit, broken constraints, a wrong user, and a missing table, column or right. */
    private static final Pattern INCURABLE = Pattern.compile("(22|23|28|42).*");

    /** A lost database is left alone that long, so that only the first order in a while waits for it. */
    private static final long NANOS_TO_LEAVE_ALONE = TimeUnit.SECONDS.toNanos(1);

    private final Shop shop;
    private final long[] askAgain = new long[Shop.DATABASES]; // by System.nanoTime

    private OrderWriter(Shop shop) {
        this.shop = shop;
        Arrays.fill(askAgain, System.nanoTime());
    }

    /** Arguments: the number of this writer from 0 on, of how many writers, and how many orders all of them place. */
    public static void main(String[] arguments) {
        int writer = Integer.parseInt(arguments[0]);
        int writers = Integer.parseInt(arguments[1]);
        int orders = Integer.parseInt(arguments[2]);
        WriterProcess.work(databases -> {
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
                        open.size() + " groups of orders were refused " + MOST_ATTEMPTS + " times");
            }
            List<List<Integer>> refused = new ArrayList<>();
            for (List<Integer> group : open) {
                if (!isPlaced(group, attempt)) {
                    refused.add(group);
                }
            }
            open = refused;
            TimeUnit.MILLISECONDS.sleep(open.isEmpty() ? 0 : MILLIS_TO_REST);
        }
    }

    /** Each of users of one database. */
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
        if (System.nanoTime() - askAgain[database] < 0) {
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
            System.out.println("refused: database ds_" + database + " is lost ("
                    + DatabaseFailure.text(refusal(e).orElseThrow(() -> e))
                    + "): orders of its users are refused, all others are accepted");
            askAgain[database] = System.nanoTime() + NANOS_TO_LEAVE_ALONE;
            return false;
        }
    }

    /**
     * What the database said, if another attempt may succeed; empty if not. A driver reports a broken connection in many ways (MySQL's
     * as a closed statement, too, and ShardingSphere without a word, with the driver's exception chained to it), so all is tried again
     * but what no attempt cures.
     */
    static Optional<SQLException> refusal(RuntimeException e) {
        SQLException last = FailureLine.causeOf(e, SQLException.class);
        if (last == null || FailureLine.causeOf(e, NoIdAvailableException.class) != null) {
            return Optional.empty();
        }
        for (Throwable chained : last) {
            if (chained instanceof SQLException said) {
                if (INCURABLE.matcher(String.valueOf(said.getSQLState())).matches()) {
                    return Optional.empty();
                }
                last = said;
            }
        }
        return Optional.of(last);
    }
}
