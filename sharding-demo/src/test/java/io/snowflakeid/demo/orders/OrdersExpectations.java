package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.orders.OrdersResult.DatabaseRows;
import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.MerchantIndexResult;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.orders.OrdersResult.PriceBucket;
import io.snowflakeid.demo.orders.OrdersResult.WorkerIds;
import java.util.stream.IntStream;

/** What every run has to show, whatever it runs on. */
final class OrdersExpectations {

    private OrdersExpectations() {}

    static void allIsWell(OrdersResult result, OrdersOptions options) {
        assertThat(result.failures()).isEmpty();
        long rows = plannedRows(options);
        assertThat(result.idsChecked()).isEqualTo(rows);
        assertThat(result.rowsReported()).isEqualTo(rows);
        assertThat(result.duplicates() + result.misplacedRows() + result.orphans() + result.incomplete())
                .isZero();
        assertThat(result.rowsPerDatabase()).hasSize(4);
        assertThat(result.rowsPerDatabase().stream().mapToLong(each -> each.orders() + each.items() + each.payments()))
                .allMatch(count -> count > 0)
                .satisfies(counts -> assertThat(
                                counts.stream().mapToLong(count -> count).sum())
                        .isEqualTo(rows));
        assertThat(result.rowsPerDatabase().stream()
                        .mapToLong(DatabaseRows::orders)
                        .sum())
                .isEqualTo(options.orders());
        assertThat(result.idsPerWorker()).hasSize(options.writers());
        assertThat(result.idsPerWorker().stream().mapToLong(WorkerIds::ids).sum())
                .isEqualTo(rows);
        assertThat(result.prices().stream().mapToLong(PriceBucket::items).sum())
                .isEqualTo(result.rowsPerDatabase().stream()
                        .mapToLong(DatabaseRows::items)
                        .sum());
        lookUpsAskOneDatabase(result);
        theIndexWasWrongAndIsRepaired(result.merchantIndex(), options);
        theOthersWentOn(result.outage(), options);
        bothAdaptersWroteHalf(result);
        assertThat(result.ordersPerShard()).hasSize(64);
        assertThat(result.balance()).isGreaterThanOrEqualTo(1);
        assertThat(result.textbookBalance()).isGreaterThan(10);
        assertThat(result.mostOrdersOfOneUser()).isLessThanOrEqualTo(options.orders() / 500);
    }

    private static long plannedRows(OrdersOptions options) {
        OrderPlan plan = new OrderPlan(options);
        return IntStream.range(0, options.orders())
                .mapToLong(i -> plan.order(i).rows())
                .sum();
    }

    private static void lookUpsAskOneDatabase(OrdersResult result) {
        assertThat(result.databasesPerLookup()).isEqualTo(1);
        assertThat(result.lookUps())
                .filteredOn(LookUp::byGene)
                .containsExactly(
                        new LookUp("order id", true, "hibernate", 64, 1, 1, 1, 1, 0),
                        new LookUp("user id", true, "mybatis", 64, 1, 1, 1, 1, 0),
                        new LookUp("payment number", true, "mybatis", 64, 1, 1, 1, 2, 0));
        assertThat(result.lookUps())
                .filteredOn(lookUp -> !lookUp.byGene())
                .satisfiesExactly(
                        byIndex -> {
                            assertThat(byIndex.by()).isEqualTo("merchant, index");
                            assertThat(byIndex.missed()).isZero();
                            assertThat(byIndex.mostStatements()).isLessThanOrEqualTo(5);
                            assertThat(byIndex.meanTables()).isBetween(2.0, 16.0);
                        },
                        without -> assertThat(without)
                                .isEqualTo(new LookUp("merchant, no index", false, "mybatis", 8, 4, 4, 4, 64, 0)),
                        other -> assertThat(other)
                                .isEqualTo(new LookUp("status and amount", false, "mybatis", 8, 4, 4, 4, 64, 0)));
    }

    /** Counted anew from the plan, not taken from the result. */
    private static void theIndexWasWrongAndIsRepaired(MerchantIndexResult index, OrdersOptions options) {
        OrderPlan plan = new OrderPlan(options);
        long lost = IntStream.range(0, options.orders())
                .filter(order -> plan.losesItsIndexRow(order)
                        || (order >= plan.firstInOutage()
                                && plan.indexDatabaseOf(order) == 2
                                && plan.databaseOf(order) != 2))
                .count();
        long rolledBack = IntStream.range(0, options.orders())
                .filter(plan::isRolledBackOnce)
                .count();
        assertThat(lost).isGreaterThan(20);
        assertThat(rolledBack).isGreaterThan(5);
        assertThat(index.before()).isEqualTo(new IndexState(options.orders() - lost + rolledBack, lost, rolledBack, 0));
        assertThat(index.after()).isEqualTo(new IndexState(options.orders(), 0, 0, 0));
        assertThat(index.runs()).hasSizeGreaterThanOrEqualTo(2).last().satisfies(last -> {
            assertThat(last.isIdle()).isTrue();
            assertThat(last.orders()).isEqualTo(options.orders());
            assertThat(last.rows()).isEqualTo(options.orders());
        });
    }

    private static void theOthersWentOn(OutageResult outage, OrdersOptions options) {
        assertThat(outage.database()).isEqualTo("ds_2");
        assertThat(outage.perDatabase().stream().mapToLong(OutageOrders::placed).sum())
                .isEqualTo(options.orders() / 16);
        assertThat(outage.perDatabase()).hasSize(4).allSatisfy(orders -> {
            boolean lost = orders.database().equals("ds_2");
            assertThat(orders.placed()).isPositive();
            assertThat(orders.accepted()).isEqualTo(lost ? 0 : orders.placed());
            assertThat(orders.refused()).isEqualTo(lost ? orders.placed() : 0);
        });
        assertThat(outage.firstError())
                .startsWith("database ds_2 is lost (")
                .contains("orders of users in shards 32 to 47 are refused and none is stored in part")
                .endsWith("place them again when ds_2 is back");
        assertThat(outage.ordersAfter()).isPositive().isEqualTo(outage.ordersBefore());
        assertThat(outage.acceptedAfterwards())
                .isEqualTo(outage.perDatabase().get(2).placed());
    }

    private static void bothAdaptersWroteHalf(OrdersResult result) {
        assertThat(result.rowsPerAdapter()).containsOnlyKeys("hibernate", "mybatis");
        assertThat(result.rowsPerAdapter().values())
                .allMatch(count -> Math.abs(count * 2.0 / result.idsChecked() - 1) < 0.1);
    }
}
