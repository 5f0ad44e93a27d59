package io.snowflakeid.demo.orders;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.FailureLine;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One of the processes that write orders: it takes a worker id from the ledger, places its share, places again what was refused,
 * and ends.
 *
 * <p>Orders of one database are written together, 50 in a transaction, which keeps to that database. If it cannot be reached, the
 * group is refused as a whole and nothing of it is stored, unless the connection broke in the midst of the commit; before it
 * is placed again, it is looked for.
 */
final class OrderWriter {

    private static final int ORDERS_PER_TRANSACTION = 50;

    /** A lost database is left alone that long, so that only the first order in a while waits for it. */
    private static final long NANOS_TO_LEAVE_ALONE = TimeUnit.SECONDS.toNanos(1);

    private final Shop shop;
    private final OrderPlan plan;
    private final long[] leftAloneSince = new long[Shop.DATABASES];
    private final boolean[] lost = new boolean[Shop.DATABASES];

    /** Orders of one database; {@code inDoubt} if the last attempt broke off, so that they may be stored. */
    private record Group(List<Integer> numbers, int attempt, boolean inDoubt) {}

    private OrderWriter(Shop shop, OrderPlan plan) {
        this.shop = shop;
        this.plan = plan;
    }

    /** Arguments: the file that names the databases, the number of this writer, and the components of {@link OrdersOptions}. */
    public static void main(String[] arguments) {
        try {
            List<Database> databases = WriterProcess.begin(arguments[0]);
            OrdersOptions options = new OrdersOptions(
                    Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), Long.parseLong(arguments[4]));
            try (Shop shop = Shop.open(databases)) {
                System.out.println("worker " + shop.worker());
                new OrderWriter(shop, new OrderPlan(options)).place(Integer.parseInt(arguments[1]));
            }
            System.exit(0);
        } catch (Exception e) {
            System.out.println("failed: " + e);
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void place(int writer) throws InterruptedException {
        List<Group> waiting = plan.groupsOf(writer, ORDERS_PER_TRANSACTION).stream()
                .map(numbers -> new Group(numbers, 1, false))
                .toList();
        while (!waiting.isEmpty()) {
            List<Group> refused = new ArrayList<>();
            for (Group group : waiting) {
                Group again = placed(group);
                if (again != null) {
                    refused.add(again);
                }
            }
            waiting = refused;
            if (!refused.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
        System.out.println("all orders are placed");
    }

    /** Null if it is stored, else what is to be placed again. */
    private @Nullable Group placed(Group group) {
        int database = plan.databaseOf(group.numbers().get(0));
        if (lost[database] && System.nanoTime() - leftAloneSince[database] < NANOS_TO_LEAVE_ALONE) {
            return new Group(group.numbers(), group.attempt() + 1, group.inDoubt());
        }
        try {
            List<Integer> missing = group.numbers().stream()
                    .filter(number -> !group.inDoubt() || !shop.isStored(plan.userOf(number), number))
                    .toList();
            shop.write(missing.stream()
                    .map(number -> plan.order(number, group.attempt()))
                    .toList());
            lost[database] = false;
            return null;
        } catch (RuntimeException e) {
            SQLException why = connectionLoss(e);
            if (why == null && !group.inDoubt() && FailureLine.causeOf(e, NoIdAvailableException.class) == null) {
                // MySQL's driver may report a break in the midst of a batch as a closed statement: another attempt
                // tells
                why = FailureLine.causeOf(e, SQLException.class);
            }
            if (why == null) {
                throw e;
            }
            lost[database] = true;
            leftAloneSince[database] = System.nanoTime();
            System.out.println("refused: database ds_" + database + " is lost (" + why.getMessage()
                    + "): orders of users"
                    + " in shards " + database * Shop.SHARDS_PER_DATABASE + " to "
                    + ((database + 1) * Shop.SHARDS_PER_DATABASE - 1) + " are refused, all others are accepted");
            return new Group(group.numbers(), group.attempt() + 1, true);
        }
    }

    /** The exception that says that a connection is broken or could not be had, unless it is the ledger's. */
    static @Nullable SQLException connectionLoss(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoIdAvailableException) {
                return null;
            }
            if (cause instanceof SQLException chain) {
                // ShardingSphere reports a commit that failed without a word, with the driver's exception chained to it
                for (Throwable each : chain) {
                    if (each instanceof SQLException sql && isConnectionLoss(sql)) {
                        return sql;
                    }
                }
            }
        }
        return null;
    }

    /** Class 08 of SQL:2003 is about connections; a pool that has none in time may say so by the type alone. */
    private static boolean isConnectionLoss(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("08")
                || e instanceof SQLTransientConnectionException
                || e instanceof SQLNonTransientConnectionException;
    }
}
