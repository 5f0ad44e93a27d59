package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.StatementCounter.Count;
import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.PaymentMapper;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A process that looks orders up through ShardingSphere, and counts at the driver what each query reached. */
final class LookUps {

    private static final int QUERIES_FOR_CONTRAST = 8; // each asks all 64 tables

    private final Shop shop;

    /** An order that is known to be stored, read past ShardingSphere; {@code paymentId} is one of its payments. */
    private record Known(long id, long userId, String status, long amountCents, long paymentId) {}

    private LookUps(Shop shop) {
        this.shop = shop;
    }

    /** Arguments: the file that names the databases, and the file for the result, a list of {@link LookUp}. */
    public static void main(String[] arguments) {
        try {
            List<Database> databases = WriterProcess.begin(arguments[0]);
            try (Shop shop = Shop.open(databases)) {
                List<LookUp> result = new LookUps(shop).of(oneOfEachShard(databases));
                new JsonMapper().writeValue(Path.of(arguments[1]).toFile(), result);
            }
            System.exit(0);
        } catch (Exception e) {
            System.out.println("failed: " + e);
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static List<Known> oneOfEachShard(List<Database> databases) throws SQLException {
        List<Known> known = new ArrayList<>();
        for (int shard = 0; shard < Shop.SHARDS; shard++) {
            String sql = "SELECT o.id, o.user_id, o.status, o.amount_cents, p.id FROM t_order_" + shard
                    + " o JOIN t_payment_" + shard + " p ON p.order_id = o.id ORDER BY o.id LIMIT 1";
            try (Connection connection =
                            databases.get(shard / Shop.SHARDS_PER_DATABASE).connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                if (row.next()) {
                    known.add(new Known(
                            row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4), row.getLong(5)));
                }
            }
        }
        return known;
    }

    /** By all that leads to one database, and, for contrast, by columns that say nothing of the shard. */
    private List<LookUp> of(List<Known> orders) {
        List<Known> few = orders.subList(0, Math.min(orders.size(), QUERIES_FOR_CONTRAST));
        return List.of(
                count("order id", true, "hibernate", orders, known -> isFound(known, shop.byId(known.id()))),
                count("user id", true, "hibernate", orders, known -> isAmong(shop.ofUser(known.userId()), known)),
                count("payment number", true, "mybatis", orders, this::isFoundByPaymentNumber),
                count(
                        "status and amount",
                        false,
                        "hibernate",
                        few,
                        known -> isAmong(shop.withStatusAndAmount(known.status(), known.amountCents()), known)));
    }

    /** As the customer reads it out: nothing else is known, neither order nor user. */
    private boolean isFoundByPaymentNumber(Known known) {
        String number = PaymentMapper.numberOf(known.paymentId());
        return isFound(known, shop.ofPayment(PaymentMapper.idOf(number)));
    }

    private LookUp count(String by, boolean byGene, String through, List<Known> orders, Predicate<Known> query) {
        int fewest = Integer.MAX_VALUE;
        int mostDatabases = 0;
        int mostStatements = 0;
        long tables = 0;
        int missed = 0;
        for (Known known : orders) {
            shop.statements().reset();
            missed += query.test(known) ? 0 : 1;
            Count count = shop.statements().count();
            fewest = Math.min(fewest, count.databases());
            mostDatabases = Math.max(mostDatabases, count.databases());
            mostStatements = Math.max(mostStatements, count.statements());
            tables += count.tables();
        }
        double meanTables = (double) tables / orders.size();
        return new LookUp(
                by, byGene, through, orders.size(), fewest, mostDatabases, mostStatements, meanTables, missed);
    }

    private static boolean isAmong(List<Order> found, Known known) {
        return found.stream().anyMatch(order -> isFound(known, order));
    }

    private static boolean isFound(Known known, @Nullable Order found) {
        return found != null
                && Objects.equals(found.getId(), known.id())
                && found.getUserId() == known.userId()
                && found.getStatus().equals(known.status())
                && found.getAmountCents() == known.amountCents();
    }
}
