package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.orders.OrdersResult.DatabaseRows;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
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
        assertThat(result.duplicates() + result.misplacedRows() + result.orphans())
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
                .containsExactly(
                        new LookUp("order id", "hibernate", 64, 1, 1, 0),
                        new LookUp("user id", "mybatis", 64, 1, 1, 0),
                        new LookUp("status and amount", "mybatis", 8, 4, 4, 0));
    }

    private static void bothAdaptersWroteHalf(OrdersResult result) {
        assertThat(result.rowsPerAdapter()).containsOnlyKeys("hibernate", "mybatis");
        assertThat(result.rowsPerAdapter().values())
                .allMatch(count -> Math.abs(count * 2.0 / result.idsChecked() - 1) < 0.1);
    }
}
