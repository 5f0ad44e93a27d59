package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import io.snowflakeid.demo.orders.OrdersResult.MerchantIndexResult;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Results for tests of what is said of them: 1,000 orders by one writer. */
public final class OrdersResults {

    private OrdersResults() {}

    /** All promises kept. */
    public static OrdersResult fine() {
        return withDuplicates(0);
    }

    /** All but one. */
    public static OrdersResult withDuplicates(long duplicates) {
        return with(duplicates, 0, 0, 0, 3170, 1, 0, 1);
    }

    static OrdersResult with(MerchantIndexResult index, OutageResult outage) {
        return of(0, 0, 0, 0, 3170, 1, 0, 1, index, outage);
    }

    static OrdersResult with(
            long duplicates,
            long misplaced,
            long orphans,
            long incomplete,
            long reported,
            int databases,
            int missed,
            int workers) {
        return of(duplicates, misplaced, orphans, incomplete, reported, databases, missed, workers, index(), outage());
    }

    private static OrdersResult of(
            long duplicates,
            long misplaced,
            long orphans,
            long incomplete,
            long reported,
            int databases,
            int missed,
            int workers,
            MerchantIndexResult index,
            OutageResult outage) {
        return new OrdersResult(
                new OrdersOptions(1000, 1, 2026),
                3170,
                duplicates,
                misplaced,
                orphans,
                incomplete,
                reported,
                1.25,
                60.5,
                databases,
                List.of(new OrdersResult.LookUp("order id", true, "hibernate", 64, 1, databases, 1, 1, missed)),
                index,
                outage,
                Collections.nCopies(4, new OrdersResult.DatabaseRows("ds_0", 250, 283, 260)),
                Collections.nCopies(workers, new OrdersResult.WorkerIds(0, 3170)),
                Map.of("hibernate", 1585L, "mybatis", 1585L),
                Collections.nCopies(64, 16),
                Collections.nCopies(64, 16),
                Collections.nCopies(24, 42),
                List.of(
                        new OrdersResult.PriceBucket(0, 1000, 900),
                        new OrdersResult.PriceBucket(1000, Long.MAX_VALUE, 100)),
                2,
                20.0,
                Map.of("write orders", 10.0),
                1000);
    }

    static MerchantIndexResult index() {
        return new MerchantIndexResult(
                250,
                10,
                11,
                21,
                4,
                4,
                new IndexState(983, 21, 4, 0),
                new IndexState(1000, 0, 0, 0),
                List.of(new RepairRun(3000, 12, 900, 883, 21, 4, 0), new RepairRun(0, 14, 1000, 1000, 0, 0, 0)));
    }

    static OutageResult outage() {
        return new OutageResult(
                "ds_2",
                List.of(
                        new OutageOrders("ds_0", 16, 16, 0),
                        new OutageOrders("ds_1", 15, 15, 0),
                        new OutageOrders("ds_2", 17, 0, 17),
                        new OutageOrders("ds_3", 14, 14, 0)),
                2003,
                "database ds_2 is lost (<connection refused>): place them again",
                230,
                230,
                17);
    }
}
