package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.orders.OrdersResult.IndexState;
import io.snowflakeid.demo.orders.OrdersResult.MerchantIndexResult;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdersResultTest {

    private static final IndexState BEFORE = new IndexState(29, 3, 2, 0);
    private static final IndexState AFTER = new IndexState(30, 0, 0, 0);
    private static final RepairRun FIRST = new RepairRun(3000, 9, 25, 26, 2, 2, 1);
    private static final RepairRun SECOND = new RepairRun(0, 9, 30, 29, 1, 0, 0);
    private static final RepairRun IDLE = new RepairRun(0, 9, 30, 30, 0, 0, 0);
    private static final List<RepairRun> RUNS = List.of(FIRST, SECOND, IDLE);
    private static final String ERROR = "database ds_2 is lost";

    @Test
    void saysNothingWhenAllIsWell() {
        assertThat(OrdersResults.fine().failures()).isEmpty();
        assertThat(failuresOf(index(BEFORE, AFTER, RUNS))).isEmpty();
        assertThat(failuresOf(outage(new OutageOrders("ds_2", 5, 0, 5), ERROR, 7, 5)))
                .isEmpty();
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(OrdersResults.with(3, 0, 0, 0, 3170, 1, 0, 1).failures())
                .containsExactly("3 ids occur more than once");
        assertThat(OrdersResults.with(0, 4, 0, 0, 3170, 1, 0, 1).failures())
                .containsExactly("4 rows lie outside the shard of their gene");
        assertThat(OrdersResults.with(0, 0, 5, 0, 3170, 1, 0, 1).failures())
                .containsExactly("5 items or payments lie apart from their order");
        assertThat(OrdersResults.with(0, 0, 0, 6, 3170, 1, 0, 1).failures())
                .containsExactly("6 orders lack an item or a payment");
        assertThat(OrdersResults.with(0, 0, 0, 0, 3176, 1, 0, 1).failures())
                .containsExactly("6 rows that were committed are missing");
        assertThat(OrdersResults.with(0, 0, 0, 0, 3163, 1, 0, 1).failures())
                .containsExactly("7 rows are there that nobody reported");
        assertThat(OrdersResults.with(0, 0, 0, 0, 3170, 4, 0, 1).failures())
                .containsExactly("look-ups by order id, user id or payment number reached up to 4 databases, not 1");
        assertThat(OrdersResults.with(0, 0, 0, 0, 3170, 1, 8, 1).failures())
                .containsExactly("8 look-ups did not find what is there");
        assertThat(OrdersResults.with(0, 0, 0, 0, 3170, 1, 0, 0).failures())
                .containsExactly("1 writers used 0 worker ids");
    }

    @Test
    void saysThatTheIndexIsNotRepaired() {
        assertThat(failuresOf(index(BEFORE, BEFORE, RUNS)))
                .containsExactly(
                        "3 orders have no row in the merchants' index after its repair",
                        "2 rows of the merchants' index have no order after its repair");
        assertThat(failuresOf(index(BEFORE, new IndexState(30, 0, 0, 1), RUNS)))
                .containsExactly("1 rows of the merchants' index lie in another merchant's database");
        assertThat(failuresOf(index(BEFORE, AFTER, List.of(FIRST, SECOND))))
                .containsExactly("the repair of the merchants' index found no end");
        assertThat(failuresOf(index(BEFORE, AFTER, List.of())))
                .contains("the repair of the merchants' index found no end");
        assertThat(failuresOf(index(BEFORE, AFTER, List.of(FIRST, IDLE))))
                .containsExactly("index rows added by the repair: 2 instead of 3");
    }

    @Test
    void saysThatTheIndexWasWrongInAnotherWayThanPlanned() {
        assertThat(failuresOf(index(new IndexState(30, 4, 2, 0), AFTER, RUNS)))
                .containsExactly(
                        "orders without index row before the repair: 4 instead of 3",
                        "index rows added by the repair: 3 instead of 4");
        assertThat(failuresOf(index(new IndexState(30, 3, 0, 0), AFTER, RUNS)))
                .containsExactly(
                        "index rows without order before the repair: 0 instead of 2",
                        "index rows removed by the repair: 2 instead of 0");
    }

    @Test
    void saysThatALostDatabaseTookOrders() {
        assertThat(failuresOf(outage(new OutageOrders("ds_2", 5, 1, 4), ERROR, 8, 4)))
                .containsExactly(
                        "orders refused by ds_2 while ds_2 was away: 4 instead of 5",
                        "orders accepted by ds_2 while ds_2 was away: 1 instead of 0",
                        "orders in ds_2 when it came back: 8 instead of 7");
    }

    @Test
    void saysThatAnotherDatabaseRefusedOrders() {
        OutageResult outage = new OutageResult("ds_2", List.of(new OutageOrders("ds_0", 5, 3, 2)), 9, ERROR, 7, 7, 2);

        assertThat(failuresOf(outage))
                .containsExactly(
                        "orders refused by ds_0 while ds_2 was away: 2 instead of 0",
                        "orders accepted by ds_0 while ds_2 was away: 3 instead of 5");
    }

    @Test
    void saysThatRefusedOrdersNeverCameBackAndThatTheErrorNamesNoDatabase() {
        assertThat(failuresOf(outage(new OutageOrders("ds_2", 5, 0, 5), "no connection", 7, 3)))
                .containsExactly(
                        "refused orders that were accepted afterwards: 3 instead of 5",
                        "the error of a refused order does not name ds_2: no connection");
    }

    private static List<String> failuresOf(MerchantIndexResult index) {
        return OrdersResults.with(index, OrdersResults.outage()).failures();
    }

    private static List<String> failuresOf(OutageResult outage) {
        return OrdersResults.with(OrdersResults.index(), outage).failures();
    }

    private static MerchantIndexResult index(IndexState before, IndexState after, List<RepairRun> runs) {
        return new MerchantIndexResult(4, 2, 1, 3, 2, 2, before, after, runs);
    }

    private static OutageResult outage(OutageOrders ofLost, String error, long ordersAfter, long acceptedAfterwards) {
        return new OutageResult(
                "ds_2",
                List.of(new OutageOrders("ds_0", 6, 6, 0), ofLost),
                9,
                error,
                7,
                ordersAfter,
                acceptedAfterwards);
    }
}
