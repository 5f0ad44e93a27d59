package io.snowflakeid.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.orders.OrdersOptions;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersResult.CountedResult;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.report.Report.DatabaseUsed;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import io.snowflakeid.demo.shop.UniquenessCheck.WorkerIds;
import io.snowflakeid.demo.worlds.WorldsResult;
import io.snowflakeid.demo.worlds.WorldsResult.Merged;
import io.snowflakeid.demo.worlds.WorldsResult.ReferenceResult;
import io.snowflakeid.demo.worlds.WorldsResult.ServerMergeResult;
import io.snowflakeid.demo.worlds.WorldsResult.TableResult;
import io.snowflakeid.demo.worlds.WorldsResult.WorldResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {

    @TempDir
    private Path folder;

    private static Report report(@Nullable OrdersResult orders, @Nullable WorldsResult merge) {
        return new Report(
                "2026-11-27T07:00:00Z",
                12.3,
                "some JDK",
                "some system",
                List.of(new DatabaseUsed("ds_0", "jdbc:h2:<b>", "H2 2.3")),
                Map.of("seed", 1L),
                orders,
                merge);
    }

    /** All is well but for these. */
    private static OrdersResult orders(long duplicates, long missing, long refusedElsewhere, long acceptedAfterwards) {
        OutageResult outage = new OutageResult(
                "ds_2",
                List.of(new OutageOrders("ds_0", 1_507, refusedElsewhere), new OutageOrders("ds_2", 0, 493)),
                "database ds_2 is lost (<gone>)",
                10,
                10,
                acceptedAfterwards);
        Found found =
                new Found(28, duplicates, 0, 0, 0, missing, 0, List.of(), List.of(new WorkerIds(7, 28)), List.of(4, 5));
        return new OrdersResult(
                new OrdersOptions(9, 1, 1),
                found,
                List.of(new LookUp("order id", true, "hibernate", 9, 1, 1, 1, 1, 0)),
                outage,
                new CountedResult(9, 6, 1, List.of("ds_0", "ds_2")),
                1);
    }

    private static WorldResult world(long clashes, long lost, long dangling) {
        return new WorldResult(
                "some ids",
                List.of(new TableResult(
                        "players",
                        90,
                        90 - lost,
                        clashes,
                        lost,
                        List.of(new ReferenceResult("leader_id", "players", 9, dangling, 0)))));
    }

    private static WorldsResult worlds(WorldResult ours, Merged... merged) {
        return new WorldsResult(
                9, world(60, 60, 5), world(30, 30, 5), ours, new ServerMergeResult(null, List.of(merged)), 1);
    }

    @Test
    void showsEachFigureWithItsTotal() throws Exception {
        Merged merged = new Merged("snowflakeid", "all ids kept", 90, 90, 9, 0, 0, List.of(), 1);
        Report report = report(orders(0, 0, 0, 493), worlds(world(0, 0, 0), merged));
        assertThat(report.failures()).isEmpty();
        assertThat(Files.readString(ReportFiles.write(folder, report)))
                .contains("All is well", "1,507 accepted of 1,507 orders", "0 accepted of 493 orders, 493 refused")
                .contains("orders accepted of 2,000 while ds_2 was away")
                .contains("<b>60</b><span>of 90 rows clashed with AUTO_INCREMENT ids")
                .contains("is lost (&lt;gone&gt;)")
                .doesNotContain("<gone>", "jdbc:h2:<b>");
        assertThat(Files.readString(folder.resolve("report.json")))
                .contains("\"allIsWell\" : true", "\"rowsLost\" : 0", "\"primaryKeyClashes\" : 60");
    }

    @Test
    void saysWhatIsWrongWithTheOrders() throws Exception {
        Report report = report(orders(1, 2, 3, 490), null);
        assertThat(report.allIsWell()).isFalse();
        assertThat(report.failures())
                .containsExactly(
                        "orders: 1 ids occur more than once",
                        "orders: 2 orders that were placed are missing",
                        "orders: 3 orders were refused by ds_0 while ds_2 was away",
                        "orders: 6 refused orders were never accepted");
        assertThat(Files.readString(ReportFiles.write(folder, report)))
                .contains("Something is wrong: orders: 1 ids occur more than once;");
    }

    @Test
    void saysWhatIsWrongWithTheMerge() {
        Merged merged = new Merged("AUTO_INCREMENT", "moved", 90, 89, 9, 0, 1, List.of("a hash differs"), 1);
        assertThat(report(null, worlds(world(1, 1, 1), merged)).failures())
                .containsExactly(
                        "merge: 1 primary keys of our ids clash",
                        "merge: 1 rows with our ids are missing or have other content",
                        "merge: 1 references between our ids point nowhere",
                        "merge: server-merge of AUTO_INCREMENT: a hash differs",
                        "merge: server-merge of AUTO_INCREMENT lost 1 rows; 0 references point nowhere, 1 lead to a row"
                                + " of another server");
    }
}
