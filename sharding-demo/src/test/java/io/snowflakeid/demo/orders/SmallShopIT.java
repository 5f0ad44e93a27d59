package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What H2 cannot vouch for: broken connections and plans of queries on real MySQL. */
class SmallShopIT {

    private static final SnowflakeLayout LAYOUT = OrdersScenario.LAYOUT;
    private static final Instant BEGIN = Instant.parse("2026-11-01T12:00:00Z");
    private static final int ROWS = 1_000;

    private List<TestDatabase> empty = List.of();
    private @Nullable SmallShop shop;

    @BeforeEach
    void open() throws Exception {
        empty = DatabaseServer.MYSQL.newDatabases(4);
        List<Database> databases = IntStream.range(0, 4)
                .mapToObj(i -> new Database(
                        "ds_" + i,
                        empty.get(i).url(),
                        empty.get(i).user(),
                        empty.get(i).password()))
                .toList();
        shop = new SmallShop(databases, new CreatedTables());
    }

    @AfterEach
    void close() throws Exception {
        if (shop != null) {
            shop.close();
        }
        for (TestDatabase database : empty) {
            database.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hibernate", "mybatis"})
    void storesNothingOfATransactionWhoseDatabaseIsLostBeforeTheCommit(String framework) throws Exception {
        OrderStore store = framework.equals("hibernate") ? shop.hibernate : shop.myBatis;
        OrderPlan plan = new OrderPlan(new OrdersOptions(960, 1, 1));
        List<Integer> numbers = plan.outageShareOf(0).stream()
                .filter(order -> plan.databaseOf(order) == 1)
                .toList();

        assertThatThrownBy(() -> shop.outages.reach(
                        1, () -> store.write(numbers.stream().map(plan::order).toList(), this::unplug)))
                .isInstanceOf(DatabaseLostException.class)
                .hasMessageStartingWith("database ds_1 is lost (");
        assertThat(shop.rowsIn(1)).isZero();

        shop.sharded.cable(1).plugIn();
        shop.outages.forget();
        List<PlacedOrder> again = numbers.stream().map(plan::order).toList();
        shop.outages.reach(1, () -> store.write(again, () -> {}));
        assertThat(shop.rowsIn(1))
                .isEqualTo(again.stream().mapToInt(PlacedOrder::rows).sum());
    }

    private void unplug() {
        try {
            shop.sharded.cable(1).unplug();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"id FROM t_order_0 WHERE id", "order_id FROM t_merchant_order_0 WHERE order_id"})
    void comparesAWindowByARangeOfThePrimaryKey(String query) throws Exception {
        fill();
        long first = LAYOUT.minIdAt(BEGIN.plusSeconds(60));
        long last = LAYOUT.minIdAt(BEGIN.plusSeconds(120)) - 1;

        try (Connection connection = shop.databases.get(0).connect();
                Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery("EXPLAIN FORMAT=TRADITIONAL SELECT merchant_id, " + query
                        + " BETWEEN " + first + " AND " + last)) {
            assertThat(plan.next()).isTrue();
            assertThat(plan.getString("type")).isEqualTo("range");
            assertThat(plan.getString("key")).isEqualTo("PRIMARY");
            assertThat(plan.getLong("rows")).isLessThan(100);
        }
    }

    /** One order of gene 0 and one index row in every second. */
    private void fill() throws SQLException {
        List<Long> ids = IntStream.range(0, ROWS)
                .mapToObj(i -> LAYOUT.minIdAt(BEGIN.plusSeconds(i)))
                .toList();
        shop.execute(
                0,
                "INSERT INTO t_order_0 VALUES "
                        + ids.stream()
                                .map(id -> "(" + id + ", 1, " + id % 97 + ", 'PAID', 100, '2026-10-05 13:37:00')")
                                .collect(Collectors.joining(",")));
        shop.execute(
                0,
                "INSERT INTO t_merchant_order_0 VALUES "
                        + ids.stream()
                                .map(id -> "(" + id + ", " + id % 97 + ")")
                                .collect(Collectors.joining(",")));
        shop.execute(0, "ANALYZE TABLE t_order_0, t_merchant_order_0");
    }

    @Test
    void asksOneDatabaseOnceForAnOrderByItsPaymentNumber() throws Exception {
        OrderPlan plan = new OrderPlan(new OrdersOptions(16, 1, 1));
        List<PlacedOrder> placed = List.of(plan.order(3));
        shop.myBatis.write(placed, () -> {});
        String number = PaymentNumber.of(placed.get(0).payments().get(0).getId());

        shop.sharded.statements().reset();
        Order found = shop.myBatis.orderOfPayment(PaymentNumber.parse(number));

        assertThat(found.getId()).isEqualTo(placed.get(0).order().getId());
        assertThat(shop.sharded.statements().count()).isEqualTo(new StatementCounter.Count(1, 1, 2));
    }
}
