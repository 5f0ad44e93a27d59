package io.snowflakeid.demo;

import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.merge.MergeResult.WorldResult;
import io.snowflakeid.demo.merge.ServerMergeResult;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersResult.MerchantIndexResult;
import io.snowflakeid.demo.orders.OrdersResult.OutageOrders;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.report.Report;
import java.io.PrintWriter;
import java.util.Locale;

/** The figures of a run on half a screen. */
final class Summary {

    private final PrintWriter out;

    Summary(PrintWriter out) {
        this.out = out;
    }

    void print(Report report, String page) {
        out.println();
        if (report.orders() != null) {
            print(report.orders());
        }
        if (report.merge() != null) {
            print(report.merge());
        }
        out.printf(Locale.ROOT, "Report  %s  (%.0f s in all)%n", page, report.seconds());
        report.failures().forEach(failure -> out.println("FAILED  " + failure));
        out.flush();
    }

    private void print(OrdersResult orders) {
        out.printf(
                Locale.ROOT,
                "Orders  %,d ids in 4 databases: %,d duplicates%n",
                orders.idsChecked(),
                orders.duplicates());
        out.printf(
                Locale.ROOT,
                "        databases asked by a look-up by order id, user id or payment number: %d of 4%n",
                orders.databasesPerLookup());
        out.printf(
                Locale.ROOT,
                "        fullest of 64 shards / average: %.2f (textbook ids by id mod 64: %.2f)%n",
                orders.balance(),
                orders.textbookBalance());
        print(orders.merchantIndex());
        print(orders.outage());
    }

    private void print(MerchantIndexResult index) {
        out.printf(
                Locale.ROOT,
                "        index by merchant: %,d rows missing, %,d without order; after its repair %,d and %,d%n",
                index.before().missing(),
                index.before().dangling(),
                index.after().missing(),
                index.after().dangling());
    }

    private void print(OutageResult outage) {
        out.printf(
                Locale.ROOT,
                "        %s cut off: %,d orders accepted by the others, %,d refused; %,d of these accepted when it was back%n",
                outage.database(),
                outage.perDatabase().stream().mapToLong(OutageOrders::accepted).sum(),
                outage.perDatabase().stream().mapToLong(OutageOrders::refused).sum(),
                outage.acceptedAfterwards());
        if (!outage.firstError().isEmpty()) {
            out.println("        first refusal: " + outage.firstError());
        }
    }

    private void print(MergeResult merge) {
        out.println("Merge   3 game servers become 1 database by a plain copy:");
        print("AUTO_INCREMENT", merge.autoIncrement());
        print("textbook Snowflake", merge.textbookSnowflake());
        print("snowflakeid", merge.snowflake());
        print(merge.serverMerge());
    }

    private void print(ServerMergeResult serverMerge) {
        if (serverMerge.notShown() != null) {
            out.println("        by server-merge: not shown, since " + serverMerge.notShown());
            return;
        }
        out.println("        the same servers by server-merge:");
        for (ServerMergeResult.Merged world : serverMerge.worlds()) {
            out.printf(
                    Locale.ROOT,
                    "        %-18s  %,d rows lost of %,d, %,d of %,d references lead astray; %s%n",
                    world.ids(),
                    world.rowsLost(),
                    world.sourceRows(),
                    world.danglingReferences() + world.mislinkedReferences(),
                    world.references(),
                    world.way());
        }
    }

    private void print(String ids, WorldResult world) {
        out.printf(
                Locale.ROOT,
                "        %-18s  %,9d of %,d primary keys clash, %,d rows lost, %,d references lead to a stranger%n",
                ids,
                world.primaryKeyClashes(),
                world.sourceRows(),
                world.rowsLost(),
                world.mislinkedReferences());
    }
}
