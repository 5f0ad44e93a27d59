package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of orders when a database is lost, before or in the midst of a transaction. */
class OrderDeskTest {

    private static final OrderPlan PLAN = new OrderPlan(new OrdersOptions(960, 1, 1));
    private static final List<Integer> IN_OUTAGE = PLAN.outageShareOf(0);

    private SmallShop shop;
    private OrderDesk desk;
    private final List<Integer> refused = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        shop = new SmallShop(FourDatabases.inMemory(), new CreatedTables());
        desk = shop.desk(PLAN);
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    void refusesTheOrdersOfALostDatabaseAloneAndTakesThemWhenItIsBack() throws Exception {
        shop.sharded.cable(2).unplug();

        OutageReport meanwhile = desk.take(IN_OUTAGE, progress -> {}, refused);

        assertThat(meanwhile.accepted()).isEqualTo(List.of(planned(0), planned(1), 0, planned(3)));
        assertThat(meanwhile.refused()).isEqualTo(List.of(0, 0, planned(2), 0));
        assertThat(meanwhile.firstError()).startsWith("database ds_2 is lost (").contains("shards 32 to 47");
        assertThat(refused).hasSize(planned(2)).allMatch(order -> PLAN.databaseOf(order) == 2);
        assertThat(shop.rowsIn(2)).isZero();

        shop.sharded.cable(2).plugIn();
        shop.outages.forget();
        OutageReport afterwards = desk.take(List.copyOf(refused), progress -> {}, new ArrayList<>());

        assertThat(afterwards.accepted()).isEqualTo(List.of(0, 0, planned(2), 0));
        OrdersCheck check = OrdersCheck.of(shop.databases, tables -> {});
        assertThat(check.incomplete() + check.orphans() + check.misplacedRows()).isZero();
        assertThat(IntStream.of(check.ordersPerShard()).sum()).isEqualTo(IN_OUTAGE.size());
    }

    @Test
    void takesAnOrderWhoseIndexRowCannotBeWrittenAndLeavesItToTheRepair() throws Exception {
        shop.sharded.cable(2).unplug();
        desk.take(IN_OUTAGE, progress -> {}, refused);
        shop.sharded.cable(2).plugIn();
        shop.outages.forget();
        long unindexed = IN_OUTAGE.stream()
                .filter(order -> PLAN.databaseOf(order) != 2 && PLAN.indexDatabaseOf(order) == 2)
                .count();

        assertThat(unindexed).isPositive();
        assertThat(desk.report(5, 0, 0).indexRowsLost()).isEqualTo(unindexed);
        assertThat(IndexCheck.of(shop.databases).missing()).isEqualTo(unindexed);
        assertThat(repair()).isEqualTo(unindexed);
        assertThat(IndexCheck.of(shop.databases)).isEqualTo(new IndexState(IN_OUTAGE.size() - planned(2), 0, 0, 0));
    }

    @Test
    void leavesBehindWhatThePlannedCrashesLeave() {
        desk.take(PLAN.peacefulShareOf(0), progress -> {}, refused);

        IndexState state = IndexCheck.of(shop.databases);
        assertThat(state.missing()).isEqualTo(planned(PLAN::losesItsIndexRow)).isPositive();
        assertThat(state.dangling()).isEqualTo(planned(PLAN::isRolledBackOnce)).isPositive();
        assertThat(desk.report(5, 0, 0).rolledBack()).isEqualTo(state.dangling());
        assertThat(refused).isEmpty();
        assertThat(OrdersCheck.of(shop.databases, tables -> {}).incomplete()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hibernate", "mybatis"})
    void storesNothingOfATransactionWhoseDatabaseIsLostBeforeTheCommit(String framework) throws Exception {
        OrderStore store = framework.equals("hibernate") ? shop.hibernate : shop.myBatis;
        List<PlacedOrder> placed = ordersOf(1);

        assertThatThrownBy(() -> shop.outages.reach(1, () -> store.write(placed, () -> unplug(1))))
                .isInstanceOf(DatabaseLostException.class)
                .hasMessageStartingWith("database ds_1 is lost (");

        assertThat(shop.rowsIn(1)).isZero();
        shop.sharded.cable(1).plugIn();
        shop.outages.forget();
        List<PlacedOrder> again = ordersOf(1);
        shop.outages.reach(1, () -> store.write(again, () -> {}));
        assertThat(shop.rowsIn(1))
                .isEqualTo(again.stream().mapToInt(PlacedOrder::rows).sum());
    }

    /** Why a transaction keeps to one database: ShardingSphere commits a local one in each database after the other. */
    @Test
    void wouldStoreHalfOfATransactionOverTwoDatabases() throws Exception {
        List<PlacedOrder> both = new ArrayList<>(ordersOf(0));
        both.addAll(ordersOf(1));

        assertThatThrownBy(() -> shop.outages.reach(1, () -> shop.myBatis.write(both, () -> unplug(1))))
                .isInstanceOf(DatabaseLostException.class);

        assertThat(shop.rowsIn(0)).isPositive();
        assertThat(shop.rowsIn(1)).isZero();
    }

    @Test
    void removesTheIndexRowsOfARefusedOrderByTheRepair() throws Exception {
        List<PlacedOrder> placed = ordersOf(1);

        assertThatThrownBy(() -> shop.outages.reach(
                        1,
                        () -> shop.myBatis.write(placed, () -> {
                            shop.index.write(placed.stream()
                                    .map(order -> new IndexRow(
                                            order.order().getMerchantId(),
                                            order.order().getId()))
                                    .filter(row -> row.database() != 1)
                                    .toList());
                            unplug(1);
                        })))
                .isInstanceOf(DatabaseLostException.class);
        assertThat(IndexCheck.of(shop.databases).dangling()).isPositive();

        shop.sharded.cable(1).plugIn();
        shop.outages.forget();
        repair();
        assertThat(IndexCheck.of(shop.databases)).isEqualTo(new IndexState(0, 0, 0, 0));
    }

    private long repair() {
        return new IndexRepair(shop.index, OrdersScenario.LAYOUT, Duration.ofSeconds(1))
                .upTo(shop.ids.layout().decode(shop.ids.nextId()).timestamp().plusMillis(1), Duration.ZERO)
                .added();
    }

    private static int planned(int database) {
        return (int) IN_OUTAGE.stream()
                .filter(order -> PLAN.databaseOf(order) == database)
                .count();
    }

    private static long planned(IntPredicate fate) {
        return IntStream.range(0, 960).filter(fate).count();
    }

    private static List<PlacedOrder> ordersOf(int database) {
        return IN_OUTAGE.stream()
                .filter(order -> PLAN.databaseOf(order) == database)
                .map(PLAN::order)
                .toList();
    }

    private void unplug(int database) {
        try {
            shop.sharded.cable(database).unplug();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
