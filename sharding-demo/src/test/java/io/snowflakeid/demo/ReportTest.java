package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.merge.MergeResult.CopyResult;
import io.snowflakeid.demo.merge.MergeResult.Merged;
import io.snowflakeid.demo.merge.MergeResult.ServerMergeResult;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersResult.CountedResult;
import io.snowflakeid.demo.orders.OrdersResult.LookUp;
import io.snowflakeid.demo.orders.OrdersResult.Neighbours;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path folder;

    private static Report report(@Nullable OrdersResult orders, @Nullable MergeResult merge) {
        return new Report("2026-11-27T07:00:00Z", 12.3, "H2 <2.3>", orders, merge);
    }

    /** The result with these problems. */
    private static OrdersResult orders(long duplicates, long missing, long refusedElsewhere, long acceptedWithoutIt) {
        return orders(
                duplicates,
                missing,
                new OutageOrders("ds_0", 1_507, refusedElsewhere),
                new OutageOrders("ds_2", acceptedWithoutIt, 493));
    }

    private static OrdersResult orders(long duplicates, long missing, OutageOrders... outages) {
        OutageResult outage = new OutageResult("ds_2", 493, List.of(outages), "database ds_2 is lost (<gone>)");
        Found found = new Found(28, duplicates, 0, 0, missing, 0, List.of(), Map.of(7L, 28L));
        LookUp lookUp = new LookUp("order id", "hibernate", 9, 1, 1, 0);
        return new OrdersResult(
                9,
                1,
                found,
                List.of(lookUp),
                outage,
                new CountedResult(9, 6, 4, List.of(new Neighbours("ds_0", List.of("1000", "1001"), List.of()))));
    }

    private static CopyResult copy(long clashes, long lost, long dangling) {
        return new CopyResult("some ids", 90, 90 - lost, clashes, lost, 70, dangling, 0);
    }

    private static MergeResult merge(CopyResult ours, Merged... merged) {
        return new MergeResult(9, copy(60, 60, 5), copy(30, 30, 5), ours, new ServerMergeResult(null, List.of(merged)));
    }

    @Test
    void showsEachFigureWithItsTotal() throws Exception {
        Merged merged = new Merged("snowflakeid", "all ids kept", 90, 0, 9, 0, 0, List.of());
        Report report = report(orders(0, 0, 0, 0), merge(copy(0, 0, 0), merged));
        assertThat(report.failures()).isEmpty();
        assertThat(Files.readString(report.write(folder)))
                .contains(
                        "No problem was found",
                        "1,507 accepted of 1,507 orders",
                        "0 accepted of 493 orders, 493 refused")
                .contains("of 2,000 orders accepted while ds_2 was away")
                .contains("<b>60</b><span>of 90 rows clashed with AUTO_INCREMENT ids")
                .contains("<td>1000, 1001</td>", "is lost (&lt;gone&gt;)", "28 of 28 by worker 7")
                .doesNotContain("<gone>", "<2.3>");
        assertThat(Files.readString(folder.resolve("report.json")))
                .contains("\"allIsWell\" : true", "\"rowsLost\" : 0", "\"primaryKeyClashes\" : 60");
        assertThat(report.summary())
                .contains(
                        "Orders  0 of 28 ids occur twice",
                        "ds_0      1000, 1001                ",
                        "60 of 90 primary keys clash, 60 rows lost")
                .contains("snowflakeid         0 of 90 rows lost; all ids kept");
    }

    @Test
    void saysWhatIsWrongWithTheOrders() throws Exception {
        Report report = report(orders(1, 2, 3, 4), null);
        assertThat(report.allIsWell()).isFalse();
        assertThat(report.failures())
                .containsExactly(
                        "orders: 1 ids occur more than once",
                        "orders: 2 orders that were placed are missing",
                        "orders: 3 orders were refused by ds_0 while ds_2 was away",
                        "orders: 4 orders reached ds_2 while ds_2 was away");
        assertThat(Files.readString(report.write(folder)))
                .contains("Problems were found: orders: 1 ids occur more than once;");
        assertThat(report.summary()).contains("FAILED  orders: 1 ids occur more than once");
    }

    @Test
    void saysThatADatabaseWasNeverCutOff() {
        assertThat(report(orders(0, 0, new OutageOrders("ds_0", 9, 0), new OutageOrders("ds_2", 0, 0)), null)
                        .failures())
                .containsExactly("orders: none of 493 orders was refused by ds_2 while ds_2 was away");
    }

    @Test
    void saysWhatIsWrongWithTheMerge() {
        Merged merged = new Merged("AUTO_INCREMENT", "moved", 90, 1, 9, 0, 1, List.of("a hash differs"));
        assertThat(report(null, merge(copy(1, 1, 1), merged)).failures())
                .containsExactly(
                        "merge: 1 primary keys of our ids clash",
                        "merge: 1 rows with our ids are missing or have other content",
                        "merge: 1 references between our ids lead to no row",
                        "merge: a hash differs after server-merge of AUTO_INCREMENT",
                        "merge: 1 rows are missing, or too many, after server-merge of AUTO_INCREMENT",
                        "merge: 1 references lead to a row of another server after server-merge of AUTO_INCREMENT");
    }
}
