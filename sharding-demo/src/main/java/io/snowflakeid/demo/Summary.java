package io.snowflakeid.demo;

import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersResult.OutageResult;
import io.snowflakeid.demo.report.Report;
import io.snowflakeid.demo.worlds.WorldsResult;
import io.snowflakeid.demo.worlds.WorldsResult.Merged;
import io.snowflakeid.demo.worlds.WorldsResult.WorldResult;
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
        line("Report  %s  (%.0f s in all)", page, report.seconds());
        report.failures().forEach(failure -> out.println("FAILED  " + failure));
        out.flush();
    }

    private void print(OrdersResult orders) {
        OutageResult away = orders.outage();
        line(
                "Orders  %,d duplicates in %,d ids",
                orders.found().duplicates(), orders.found().idsChecked());
        line("        %,d with AUTO_INCREMENT", orders.autoIncrement().duplicates());
        line("        %d of 4 databases asked for an order by its id, user or payment", orders.databasesPerLookup());
        line("        %,d accepted of %,d while %s was away", away.accepted(), away.placed(), away.database());
        line("        %,d accepted of %,d refused ones afterwards", away.acceptedAfterwards(), away.refused());
    }

    private void print(WorldsResult merge) {
        out.println("Merge   3 game servers become 1 database by a plain copy:");
        print("AUTO_INCREMENT", merge.autoIncrement());
        print("textbook Snowflake", merge.textbookSnowflake());
        print("snowflakeid", merge.snowflake());
        String notShown = merge.serverMerge().notShown();
        out.println("        by server-merge" + (notShown == null ? ":" : ": not shown, since " + notShown));
        for (Merged world : merge.serverMerge().worlds()) {
            line(
                    "        %-18s  %,d rows lost of %,d; %s",
                    world.ids(), world.rowsLost(), world.sourceRows(), world.way());
        }
    }

    private void print(String ids, WorldResult world) {
        line(
                "        %-18s  %,9d of %,d primary keys clash, %,d rows lost, %,d references lead to a stranger",
                ids, world.primaryKeyClashes(), world.sourceRows(), world.rowsLost(), world.mislinkedReferences());
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
