package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run has shown, as read back from every database. The names are those of {@code report.json}.
 *
 * @param placed how many orders were placed
 * @param writers how many processes did so
 * @param found what the check of every row has found; its names stand beside the others
 * @param autoIncrement the same orders in tables whose ids each database counts
 */
public record OrdersResult(
        int placed,
        int writers,
        @JsonUnwrapped Found found,
        List<LookUp> lookUps,
        OutageResult outage,
        CountedResult autoIncrement) {

    /** So many orders of a writer may be stored although their database was just cut off: more than a transaction has. */
    private static final long MOST_UNDER_WAY = 100;

    /** The most databases that a look-up reached. */
    @JsonProperty
    public int databasesPerLookup() {
        return lookUps.stream().mapToInt(LookUp::databases).max().orElse(0);
    }

    /** One kind of query through ShardingSphere, and the most databases and statements that one reached, counted at the driver. */
    public record LookUp(String by, String through, int queries, int databases, int statements, int missed) {}

    /**
     * What happened while one database was away.
     *
     * @param left how many orders of its users were not yet stored when it was cut off
     * @param firstError what the first refused customer was told, from the log of a writer
     */
    public record OutageResult(String database, long left, List<OutageOrders> perDatabase, String firstError) {

        /** Orders that were accepted at once. */
        @JsonProperty
        public long accepted() {
            return perDatabase.stream().mapToLong(OutageOrders::accepted).sum();
        }

        /** Those that had to be placed again. */
        @JsonProperty
        public long refused() {
            return perDatabase.stream().mapToLong(OutageOrders::refused).sum();
        }
    }

    /** The orders of one database's users during an outage; those that were refused are stored in the end. */
    public record OutageOrders(String database, long accepted, long refused) {}

    /** Tables whose ids each database counts by itself; {@code firsts} of the orders have the id 1. */
    public record CountedResult(long orders, long duplicates, long firsts, List<Neighbours> neighbours) {}

    /** Two orders of one database, one after the other: as the database counts them, from 1000 on, and by our ids. */
    public record Neighbours(String database, List<String> counted, List<String> ours) {}

    /** Whatever is wrong, one sentence each; empty if every promise was kept. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, found.duplicates(), "ids occur more than once");
        report(failures, found.misplacedRows(), "rows lie outside the shard of their gene");
        report(failures, found.incomplete(), "orders lack an item or a payment");
        report(failures, found.ordersMissing(), "orders that were placed are missing");
        report(failures, found.ordersTwice(), "orders are stored twice");
        report(failures, lookUps.stream().mapToInt(LookUp::missed).sum(), "look-ups did not find what is there");
        report(failures, databasesPerLookup() - 1, "databases too many were asked for an order");
        String away = " while " + outage.database() + " was away";
        for (OutageOrders orders : outage.perDatabase()) {
            boolean lost = orders.database().equals(outage.database());
            report(failures, lost ? orders.accepted() : 0, "orders reached " + orders.database() + away);
            report(failures, lost ? 0 : orders.refused(), "orders were refused by " + orders.database() + away);
        }
        if (outage.refused() == 0 && outage.left() > writers * MOST_UNDER_WAY) {
            failures.add("none of " + outage.left() + " orders was refused by " + outage.database() + away);
        }
        int writing = Math.min(writers, placed);
        if (found.idsPerWorker().size() != writing) {
            failures.add(writing + " writers used " + found.idsPerWorker().size() + " worker ids");
        }
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }
}
