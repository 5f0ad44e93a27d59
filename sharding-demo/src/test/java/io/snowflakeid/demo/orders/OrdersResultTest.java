package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.WorkerIds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrdersResultTest {

    @Test
    void saysNothingWhenAllIsWell() {
        assertThat(result(0, 0, 0, 100, 1, 0, 2).failures()).isEmpty();
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(result(3, 0, 0, 100, 1, 0, 2).failures()).containsExactly("3 ids occur more than once");
        assertThat(result(0, 4, 0, 100, 1, 0, 2).failures())
                .containsExactly("4 rows lie outside the shard of their gene");
        assertThat(result(0, 0, 5, 100, 1, 0, 2).failures())
                .containsExactly("5 items or payments lie apart from their order");
        assertThat(result(0, 0, 0, 106, 1, 0, 2).failures()).containsExactly("6 rows that were committed are missing");
        assertThat(result(0, 0, 0, 93, 1, 0, 2).failures()).containsExactly("7 rows are there that nobody reported");
        assertThat(result(0, 0, 0, 100, 4, 0, 2).failures())
                .containsExactly("look-ups by order id or user id reached up to 4 databases, not 1");
        assertThat(result(0, 0, 0, 100, 1, 8, 2).failures()).containsExactly("8 look-ups did not find their order");
        assertThat(result(0, 0, 0, 100, 1, 0, 1).failures()).containsExactly("2 writers used 1 worker ids");
    }

    private static OrdersResult result(
            long duplicates, long misplaced, long orphans, long reported, int databases, int missed, int workers) {
        List<WorkerIds> perWorker = List.of(new WorkerIds(0, 50), new WorkerIds(1, 50));
        return new OrdersResult(
                new OrdersOptions(30, 2, 1),
                100,
                duplicates,
                misplaced,
                orphans,
                reported,
                1.2,
                60,
                databases,
                List.of(new LookUp("order id", "hibernate", 64, 1, databases, missed)),
                List.of(),
                perWorker.subList(0, workers),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                1,
                1.0,
                Map.of(),
                100);
    }
}
