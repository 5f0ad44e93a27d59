package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.shop.Order;
import io.snowflakeid.demo.shop.PaymentMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Queries orders through ShardingSphere, and counts the databases and SQL statements that each query needs. */
record LookUps(Shop shop) {

    private record Known(long id, long userId, String payment) {}

    public static void main(String[] arguments) {
        ChildProcess.work(databases -> {
            try (Shop shop = Shop.open(databases)) {
                for (LookUp lookUp : new LookUps(shop).of(oneOfEachShard(databases))) {
                    System.out.println("look-up: " + new JsonMapper().writeValueAsString(lookUp));
                }
            }
        });
    }

    private static List<Known> oneOfEachShard(List<Database> databases) throws SQLException {
        List<Known> known = new ArrayList<>();
        for (int shard = 0; shard < Shop.SHARDS; shard++) {
            String sql = "SELECT o.id, o.user_id, p.id FROM t_order_" + shard + " o JOIN t_payment_" + shard
                    + " p ON p.order_id = o.id ORDER BY o.id LIMIT 1";
            try (Connection connection =
                            databases.get(shard / Shop.SHARDS_PER_DATABASE).connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                if (row.next()) {
                    known.add(new Known(row.getLong(1), row.getLong(2), PaymentMapper.numberOf(row.getLong(3))));
                }
            }
        }
        return known;
    }

    private List<LookUp> of(List<Known> orders) {
        return List.of(
                count("order id", "hibernate", orders, known -> shop.byId(known.id())),
                count("user id", "hibernate", orders, known -> shop.ofUser(known.userId())),
                count(
                        "payment number",
                        "mybatis",
                        orders,
                        known -> shop.ofPayment(PaymentMapper.idOf(known.payment()))));
    }

    private LookUp count(String by, String through, List<Known> orders, Function<Known, List<Order>> query) {
        int databases = 0;
        int statements = 0;
        int missed = 0;
        for (Known known : orders) {
            shop.statements().take();
            boolean found = query.apply(known).stream().anyMatch(order -> Objects.equals(order.getId(), known.id()));
            missed += found ? 0 : 1;
            List<String> reached = shop.statements().take();
            databases = Math.max(databases, new HashSet<>(reached).size());
            statements = Math.max(statements, reached.size());
        }
        return new LookUp(by, through, orders.size(), databases, statements, missed);
    }
}
